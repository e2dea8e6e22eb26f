import type { Embedder } from "@precept/core";
import { createEmbedder } from "@precept/embedders";

/** Opens the model in the directory that `PRECEPT_MODEL_DIR` names. Undefined: the variable is not set. */
export function openModel(): Embedder | undefined {
  const { PRECEPT_MODEL_DIR: modelDir } = process.env;
  return modelDir === undefined || modelDir === "" ? undefined : createEmbedder({ provider: "local", modelDir });
}
