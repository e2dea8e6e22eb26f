export { createEmbedder, describeEmbedder, type EmbedderConfig } from "./create-embedder.ts";
export type { HttpEmbedderOptions } from "./http.ts";
export {
  defaultLocalModel,
  type DirectoryModelOptions,
  type HubModelOptions,
  type LocalDtype,
  type LocalEmbedderOptions,
  type LocalModelOptions,
} from "./local.ts";
export type { PrefixOptions } from "./prefix.ts";
