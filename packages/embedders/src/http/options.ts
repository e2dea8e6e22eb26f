import type { PrefixOptions } from "../prefix.ts";

/** Options of `createHttpEmbedder`. */
export interface HttpEmbedderOptions extends PrefixOptions {
  /**
   * The address of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1` (Ollama) or
   * `https://api.openai.com/v1`, or of its `/embeddings` endpoint. Texts are sent to no other address: redirects are
   * errors.
   */
  readonly url: string;
  /** The name of the model, as the endpoint knows it. */
  readonly model: string;
  /** Sent as a bearer token. Default: none. */
  readonly apiKey?: string | undefined;
  /** Further headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Permits sending `apiKey` and `headers` over unencrypted HTTP to another machine. Default false. */
  readonly allowUnencrypted?: boolean | undefined;
  /**
   * Identifies the version of the model in the id of the embedder. Default: the address of the endpoint, so vectors of
   * two endpoints are never compared. Set it if the endpoint has several addresses, or if you are certain that two
   * endpoints serve the same model.
   */
  readonly revision?: string | undefined;
  /** The expected number of dimensions; another number is an error. Default: the number of the first answer. */
  readonly dim?: number | undefined;
  /** The maximum number of texts of a request. Longer calls are split. Default 32. */
  readonly maxBatch?: number | undefined;
  /** The maximum number of characters of a request. A longer text is sent alone. Default 50,000. */
  readonly maxBatchCharacters?: number | undefined;
  /** The maximum number of concurrent requests of the embedder. Default 2. */
  readonly maxConcurrency?: number | undefined;
  /** The time limit of one attempt, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is repeated after a network error, a timeout or the status 408, 429 or 5xx. Default 3. */
  readonly maxRetries?: number | undefined;
  /**
   * The longest wait before the first repetition, in milliseconds. It doubles with each one, up to 10 seconds, and the
   * actual wait is random below it. Default 250.
   */
  readonly retryDelayMs?: number | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
