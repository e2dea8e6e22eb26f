import type { Cancellable } from "./cancellable.ts";

/** The vectors of an embedder. Only vectors with the same id are comparable. */
export interface EmbedderInfo {
  /** `provider:model:revision:dim`. Stored beside each vector. */
  readonly id: string;
  /** The number of dimensions of a vector. */
  readonly dim: number;
  /** The maximum number of texts of one `embed` call. */
  readonly maxBatch: number;
}

export interface EmbedOptions extends Cancellable {
  /** Whether the texts are search queries or documents to be found. Some models embed them differently. */
  readonly kind: "query" | "document";
}

/** Converts texts to vectors, for search by meaning. */
export interface Embedder extends AsyncDisposable {
  /**
   * Loads the model, or asks the endpoint about it. The result does not change. A failed call can be repeated.
   *
   * @throws PreceptError `EMBEDDER_FAILED` if the model or the endpoint is not available.
   */
  info(options?: Cancellable): Promise<EmbedderInfo>;
  /**
   * Embeds texts.
   *
   * @returns one vector for each text, in order, of length 1.
   * @throws PreceptError `EMBEDDER_FAILED`.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}
