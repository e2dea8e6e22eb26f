import { cachedEmbedder, type Embedder } from "@precept/core";
import type { EmbedderConfig } from "@precept/embedders";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { LoadedLater } from "./loaded-later.ts";

export interface OpenEmbedder {
  /** Identifies the settings that it was created with. */
  readonly key: string;
  readonly embedder: Embedder;
  /** Disposes of the embedder, unless it belongs to the caller of `openWorkspace`. */
  readonly close: () => Promise<void>;
}

/** Opens a plan's embedder, or returns the previous one if the settings are equal. Loads and sends nothing yet. */
export function openEmbedder(
  { settings }: WorkspacePlan,
  options: WorkspaceOptions,
  previous?: OpenEmbedder,
): OpenEmbedder | undefined {
  const config = settings.search.embedder;
  const key = options.embedder === undefined ? config && JSON.stringify(config) : "option";
  if (key === undefined) return undefined;
  if (previous?.key === key) return previous;
  if (options.embedder !== undefined) return { key, embedder: cachedEmbedder(options.embedder), close: async () => undefined };
  const embedder = cachedEmbedder(createLater(config as EmbedderConfig));
  return { key, embedder, close: async () => embedder[Symbol.asyncDispose]() };
}

/** An embedder whose package is loaded with the first call. */
function createLater(config: EmbedderConfig): Embedder {
  const later = new LoadedLater<Embedder>(async () => (await import("@precept/embedders")).createEmbedder(config));
  return {
    info: async (options) => (await later.get()).info(options),
    embed: async (texts, options) => (await later.get()).embed(texts, options),
    [Symbol.asyncDispose]: async () => later[Symbol.asyncDispose](),
  };
}
