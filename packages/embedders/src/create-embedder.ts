import type { Embedder } from "@precept/core";
import { createHttpEmbedder, type HttpEmbedderOptions } from "./http.ts";
import { toSettings } from "./http/settings.ts";
import { createLocalEmbedder, type LocalEmbedderOptions } from "./local.ts";
import { resolveModelSource } from "./local/model-source.ts";

/** Options of any embedder: the provider, and its options. */
export type EmbedderConfig =
  | ({ readonly provider: "local" } & LocalEmbedderOptions)
  | ({ readonly provider: "http" } & HttpEmbedderOptions);

/**
 * Creates the embedder of a configuration. Nothing is loaded or sent before its first call.
 *
 * @throws PreceptError `EMBEDDER_FAILED` if an option is invalid.
 */
export function createEmbedder(config: EmbedderConfig): Embedder {
  return config.provider === "local" ? createLocalEmbedder(config) : createHttpEmbedder(config);
}

/**
 * Describes the embedder of a configuration for users: the model and its directory, or the model and the address to
 * which texts are sent. Without keys.
 *
 * @throws PreceptError `EMBEDDER_FAILED` if an option is invalid.
 */
export function describeEmbedder(config: EmbedderConfig): string {
  if (config.provider === "http") return toSettings(config).name;
  const { name, dir } = resolveModelSource(config);
  return name.includes(dir) ? name : `${name} in ${dir}`;
}
