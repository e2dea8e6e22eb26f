import { embedderFailure } from "../failure.ts";
import type { HubDownload } from "./model-source.ts";
import type { LocalDtype } from "./options.ts";
import { firstLine, type Transformers } from "./transformers.ts";

/**
 * Downloads the files of a model to the cache. Files that are in the cache already are not downloaded again.
 *
 * @throws PreceptError `EMBEDDER_FAILED`.
 */
export async function downloadModel(
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
