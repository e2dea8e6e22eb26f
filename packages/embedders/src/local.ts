import type { Cancellable, Embedder, EmbedderInfo, EmbedOptions } from "@precept/core";
import { PreceptError } from "@precept/core";
import { embedderId } from "./embedder-id.ts";
import { embedderFailure } from "./failure.ts";
import { Lifetime } from "./lifetime.ts";
import { loadModel, type LoadedModel } from "./local/load-model.ts";
import { resolveModelSource, type ModelSource } from "./local/model-source.ts";
import type { LocalEmbedderOptions } from "./local/options.ts";
import { firstLine } from "./local/transformers.ts";
import { prefixText } from "./prefix.ts";

export {
  defaultLocalModel,
  type DirectoryModelOptions,
  type HubModelOptions,
  type LocalDtype,
  type LocalEmbedderOptions,
  type LocalModelOptions,
} from "./local/options.ts";
export type { PrefixOptions } from "./prefix.ts";

/** The model processes texts one by one, so this only limits how many texts a caller passes. */
const maxBatch = 64;

/**
 * Creates an embedder that runs an ONNX model in this process, with the optional package `@huggingface/transformers`.
 * The first call loads the model. It is downloaded only if `allowDownload` is set.
 *
 * @throws PreceptError `EMBEDDER_FAILED` if an option is invalid.
 * @example
 * ```ts
 * import { createLocalEmbedder } from "@precept/embedders/local";
 *
 * await using embedder = createLocalEmbedder({ modelDir: "models/all-MiniLM-L6-v2" });
 * const [vector] = await embedder.embed(["Write tests."], { kind: "document" });
 * console.log((await embedder.info()).id, vector?.length);
 * ```
 */
export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  return new LocalEmbedder(resolveModelSource(options), options);
}

class LocalEmbedder implements Embedder {
  readonly #source: ModelSource;
  readonly #options: LocalEmbedderOptions;
  readonly #lifetime: Lifetime;
  #model: Promise<LoadedModel> | undefined;

  constructor(source: ModelSource, options: LocalEmbedderOptions) {
    this.#source = source;
    this.#options = options;
    this.#lifetime = new Lifetime(() => embedderFailure(source.name, "it is closed", { remedy: "Create a new embedder." }));
  }

  async info({ signal }: Cancellable = {}): Promise<EmbedderInfo> {
    return this.#lifetime.run(signal, async () => {
      const { revision, dim } = await this.#load();
      const { documentPrefix } = this.#options;
      return { id: embedderId({ provider: "local", model: this.#source.model, revision, documentPrefix, dim }), dim, maxBatch };
    });
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    return this.#lifetime.run(signal, async (call) => {
      const model = await this.#load();
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        call.throwIfAborted();
        vectors.push(await this.#embedOne(model, prefixText(text, kind, this.#options)));
      }
      return vectors;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lifetime.close();
    const model = this.#model;
    this.#model = undefined;
    await (await model)?.dispose();
  }

  async #embedOne(model: LoadedModel, text: string): Promise<Float32Array> {
    const vector = await model.embed(text).catch((error: unknown) => {
      if (PreceptError.is(error)) throw error;
      throw embedderFailure(this.#source.name, `the model could not process a text: ${firstLine(error)}`, { cause: error });
    });
    if (vector.length === model.dim) return vector;
    throw embedderFailure(this.#source.name, `the model returned ${vector.length} dimensions instead of ${model.dim}`);
  }

  /** All calls share one model. A failed load is repeated by the next call. */
  #load(): Promise<LoadedModel> {
    return (this.#model ??= loadModel(this.#source, this.#options).catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    }));
  }
}
