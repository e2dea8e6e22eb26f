import type { Embedder } from "@precept/core";

/** The part of `@precept/embedders` that the measurement uses. */
interface EmbeddersModule {
  readonly createEmbedder: (config: { readonly provider: "local"; readonly modelDir: string }) => Embedder;
}

/** Opens the model in the directory that `PRECEPT_MODEL_DIR` names. Undefined: the variable is not set. */
export async function openModel(): Promise<Embedder | undefined> {
  const { PRECEPT_MODEL_DIR: modelDir } = process.env;
  if (modelDir === undefined || modelDir === "") return undefined;
  const name = "@precept/embedders";
  const { createEmbedder } = (await import(name)) as EmbeddersModule;
  return createEmbedder({ provider: "local", modelDir });
}
