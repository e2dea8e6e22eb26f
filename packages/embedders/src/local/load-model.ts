import { PreceptError } from "@precept/core";
import { embedderFailure } from "../failure.ts";
import { toUnitVector } from "../unit-vector.ts";
import { downloadModel } from "./download-model.ts";
import { findModelFiles, type ModelFiles } from "./model-files.ts";
import { hashModelFiles } from "./model-revision.ts";
import type { ModelSource } from "./model-source.ts";
import { openModel } from "./open-model.ts";
import type { LocalDtype } from "./options.ts";
import { firstLine, importTransformers, type Transformers } from "./transformers.ts";

/** A model in memory. */
export interface LoadedModel {
  readonly revision: string;
  readonly dim: number;
  /** Returns a vector of length 1. The result depends on this text only, because it is not in a batch with others. */
  embed(text: string): Promise<Float32Array>;
  /** Frees the memory of the model. */
  dispose(): Promise<void>;
}

/** How to load a model. */
export interface LoadOptions {
  readonly source: ModelSource;
  readonly dtype: LocalDtype;
  readonly pooling: "mean" | "cls";
}

/** Loads a model, after downloading it if that is allowed. @throws PreceptError `EMBEDDER_FAILED`. */
export async function loadModel({ source, dtype, pooling }: LoadOptions): Promise<LoadedModel> {
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
      return { revision, dim, embed, dispose: () => model.dispose() };
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
