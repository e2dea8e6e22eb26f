import { PreceptError } from "@precept/core";
import { embedderFailure } from "../failure.ts";
import { toUnitVector } from "../unit-vector.ts";
import { findModelFiles, hashModelFiles, type ModelFiles } from "./model-files.ts";
import type { HubDownload, ModelSource } from "./model-source.ts";
import type { LocalDtype, LocalModelOptions } from "./options.ts";
import { firstLine, importTransformers, type Transformers } from "./transformers.ts";

export interface LoadedModel {
  readonly revision: string;
  readonly dim: number;
  /** Returns a vector of length 1. The result depends on this text only, because it is not in a batch with others. */
  embed(text: string): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** The limit of the model's tokens if its tokenizer has none. Exports write 1e30 for "none". */
const fallbackMaxTokens = 512;
const maxPlausibleTokens = 1_000_000;

/** Loads a model, after downloading it if that is allowed. @throws PreceptError `EMBEDDER_FAILED`. */
export async function loadModel(
  source: ModelSource,
  { dtype = "fp32", pooling = "mean" }: LocalModelOptions,
): Promise<LoadedModel> {
  const { name, dir } = source;
  const transformers = await importTransformers(name);
  try {
    const files = await provideFiles(transformers, source, dtype);
    const hash = await hashModelFiles(dir, files.paths);
    const revision = pooling === "mean" ? hash : `${hash}+${pooling}`;
    const model = await openModel(transformers, { dir, dtype, pooling, subfolder: files.subfolder });
    const embed = async (text: string): Promise<Float32Array> => {
      const vector = toUnitVector(await model.run(text));
      if (typeof vector === "string") throw embedderFailure(name, vector);
      return vector;
    };
    try {
      const { length: dim } = await embed("dimensions");
      return { revision, dim, embed, dispose: model.dispose };
    } catch (error) {
      await model.dispose();
      throw error;
    }
  } catch (error) {
    if (PreceptError.is(error)) throw error;
    throw embedderFailure(name, `the model could not be loaded: ${firstLine(error)}`, { remedy: source.repair, cause: error });
  }
}

async function provideFiles(
  transformers: Transformers,
  { name, dir, download, remedy }: ModelSource,
  dtype: LocalDtype,
): Promise<ModelFiles> {
  const found = findModelFiles(dir, dtype);
  if ("paths" in found) return found;
  if (download === undefined) throw embedderFailure(name, `${dir} does not contain ${found.missing.join(", ")}`, { remedy });
  await downloadModel(transformers, download, dtype);
  const downloaded = findModelFiles(dir, dtype);
  if ("paths" in downloaded) return downloaded;
  throw embedderFailure(name, `the download did not include ${downloaded.missing.join(", ")}`);
}

/** Downloads the files of a model to the cache. Files that are in the cache already are not downloaded again. */
async function downloadModel(
  { AutoModel, AutoTokenizer }: Transformers,
  { model, revision, cacheDir }: HubDownload,
  dtype: LocalDtype,
): Promise<void> {
  const options = { cache_dir: cacheDir, revision };
  try {
    await AutoTokenizer.from_pretrained(model, options);
    const loaded = await AutoModel.from_pretrained(model, { ...options, dtype, device: "cpu" });
    await loaded.dispose();
  } catch (error) {
    throw embedderFailure(model, `the model could not be downloaded: ${firstLine(error)}`, {
      remedy: "Check the name of the model and the network, or set `modelDir` to a directory that has the model.",
      cause: error,
    });
  }
}

interface OpenModelOptions {
  /**
   * Absolute: transformers treats other strings as names on the hub, and some of its functions access the network in
   * spite of `local_files_only`.
   */
  readonly dir: string;
  readonly subfolder: string;
  readonly dtype: LocalDtype;
  readonly pooling: "mean" | "cls";
}

/** Opens a model on the CPU, without network access. `run` returns the pooled output and truncates long texts. */
async function openModel(
  { AutoModel, AutoTokenizer, mean_pooling }: Transformers,
  { dir, subfolder, dtype, pooling }: OpenModelOptions,
) {
  const tokenizer = await AutoTokenizer.from_pretrained(dir, { local_files_only: true });
  const model = await AutoModel.from_pretrained(dir, { local_files_only: true, subfolder, dtype, device: "cpu" });
  const limit = tokenizer.model_max_length <= maxPlausibleTokens ? {} : { max_length: fallbackMaxTokens };
  const run = async (text: string): Promise<Float32Array> => {
    const inputs = tokenizer(text, { truncation: true, ...limit });
    const outputs = (await model(inputs)) as Record<string, InstanceType<Transformers["Tensor"]> | undefined>;
    const hidden = outputs["last_hidden_state"] ?? outputs["token_embeddings"];
    if (hidden?.dims.length !== 3) throw new Error("the model has no output `last_hidden_state` with a vector for each token");
    const pooled = pooling === "mean" ? mean_pooling(hidden, inputs.attention_mask) : hidden.slice(null, 0);
    return pooled.data as Float32Array;
  };
  return { run, dispose: async (): Promise<void> => void (await model.dispose()) };
}
