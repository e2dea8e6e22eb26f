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
  /** Loads the model, or asks the endpoint about it. The result does not change. Throws `EMBEDDER_FAILED`. */
  info(options?: Cancellable): Promise<EmbedderInfo>;
  /** Embeds texts: one vector of length 1 for each, in order. Throws `EMBEDDER_FAILED`. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
}
