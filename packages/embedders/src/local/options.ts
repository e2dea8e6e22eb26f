import type { PrefixOptions } from "../prefix.ts";

/** The precision of the weights, which selects the file: `model.onnx`, `model_fp16.onnx`, `model_quantized.onnx`, … */
export type LocalDtype = "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4" | "q4f16" | "bnb4";

/** Options of local models from any source. */
export interface LocalModelOptions extends PrefixOptions {
  /** Default `fp32`. Smaller types need less memory, and return slightly different vectors with a different id. */
  readonly dtype?: LocalDtype | undefined;
  /**
   * How the vectors of tokens become one: their mean, or the vector of the first token. The model's documentation says
   * which. Default `mean`.
   */
  readonly pooling?: "mean" | "cls" | undefined;
}

/** A model in a directory with `config.json`, `tokenizer.json`, `tokenizer_config.json` and the ONNX file. */
export interface DirectoryModelOptions extends LocalModelOptions {
  /** Absolute, or relative to the current directory. */
  readonly modelDir: string;
}

/** A model of the Hugging Face Hub. */
export interface HubModelOptions extends LocalModelOptions {
  readonly modelDir?: undefined;
  /** Its name on the hub. Default `Xenova/all-MiniLM-L6-v2`, with 384 dimensions. */
  readonly model?: string | undefined;
  /** A branch, tag or commit. Default `main`. */
  readonly revision?: string | undefined;
  /** Whether the first call may download the model if it is not in the cache. Default false. */
  readonly allowDownload?: boolean | undefined;
  /** Where downloaded models are stored, as `<model>/<files>`. Default `~/.precept/cache/models`. */
  readonly cacheDir?: string | undefined;
}

/** Options of `createLocalEmbedder`. */
export type LocalEmbedderOptions = DirectoryModelOptions | HubModelOptions;

/** The model that is used if none is named. */
export const defaultLocalModel = "Xenova/all-MiniLM-L6-v2";
