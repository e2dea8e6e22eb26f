import { cachedEmbedder, type Embedder } from "@precept/core";
import type { EmbedderConfig } from "@precept/embedders";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";

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
  let created: Promise<Embedder> | undefined;
  const open = (): Promise<Embedder> => {
    created ??= import("@precept/embedders").then(({ createEmbedder }) => createEmbedder(config));
    return created;
  };
  return {
    info: async (options) => (await open()).info(options),
    embed: async (texts, options) => (await open()).embed(texts, options),
    [Symbol.asyncDispose]: async () => {
      const embedder = await created?.catch(() => undefined);
      await embedder?.[Symbol.asyncDispose]();
    },
  };
}
