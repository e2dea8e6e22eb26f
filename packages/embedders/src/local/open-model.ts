import type { LocalDtype } from "./options.ts";
import type { Transformers } from "./transformers.ts";

/** A model and its tokenizer, ready to run. */
export interface OpenModel {
  /** Returns the pooled output for a text. The tokenizer cuts off text beyond the model's maximum length. */
  run(text: string): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** The model to open, and its limits. */
export interface OpenModelOptions {
  /**
   * Absolute: transformers treats other strings as names on the hub, and some of its functions access the network in
   * spite of `local_files_only`.
   */
  readonly dir: string;
  readonly subfolder: string;
  readonly dtype: LocalDtype;
  readonly pooling: "mean" | "cls";
}

/** The limit of the model's tokens if its tokenizer has none. Exports write 1e30 for "none". */
const fallbackMaxTokens = 512;
const maxPlausibleTokens = 1_000_000;

/** Opens a model on the CPU, without network access. @throws errors of transformers and ONNX Runtime. */
export async function openModel(
  { AutoModel, AutoTokenizer, mean_pooling }: Transformers,
  { dir, subfolder, dtype, pooling }: OpenModelOptions,
): Promise<OpenModel> {
  const tokenizer = await AutoTokenizer.from_pretrained(dir, { local_files_only: true });
  const model = await AutoModel.from_pretrained(dir, { local_files_only: true, subfolder, dtype, device: "cpu" });
  const isLimited = tokenizer.model_max_length <= maxPlausibleTokens;
  const limit = isLimited ? {} : { max_length: fallbackMaxTokens };
  const run = async (text: string): Promise<Float32Array> => {
    const inputs = tokenizer(text, { truncation: true, ...limit });
    const outputs = (await model(inputs)) as Record<string, Tensor | undefined>;
    const hidden = outputs["last_hidden_state"] ?? outputs["token_embeddings"];
    if (hidden?.dims.length !== 3) throw new Error("the model has no output `last_hidden_state` with a vector for each token");
    const pooled = pooling === "mean" ? mean_pooling(hidden, inputs.attention_mask) : hidden.slice(null, 0);
    return pooled.data as Float32Array;
  };
  return { run, dispose: async () => void (await model.dispose()) };
}

type Tensor = InstanceType<Transformers["Tensor"]>;
