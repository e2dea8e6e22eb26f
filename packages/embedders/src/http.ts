import type { Cancellable, Embedder, EmbedderInfo, EmbedOptions } from "@precept/core";
import pLimit, { type LimitFunction } from "p-limit";
import { embedderId } from "./embedder-id.ts";
import { embedderFailure } from "./failure.ts";
import { parseAnswer, type Answer } from "./http/parse-answer.ts";
import type { HttpEmbedderOptions } from "./http/options.ts";
import { requestWithRetries } from "./http/request-with-retries.ts";
import { toSettings, type HttpSettings } from "./http/settings.ts";
import { splitIntoBatches } from "./http/split-into-batches.ts";
import { Lifetime, type CallContext } from "./lifetime.ts";
import { prefixText, type PrefixOptions } from "./prefix.ts";

export type { HttpEmbedderOptions } from "./http/options.ts";
export type { PrefixOptions } from "./prefix.ts";

/**
 * Creates an embedder that sends texts to an OpenAI-compatible `/v1/embeddings` endpoint: OpenAI, Ollama, vLLM, LM
 * Studio, … It sends nothing before the first call.
 *
 * @throws PreceptError `EMBEDDER_FAILED` if an option is invalid.
 * @example
 * ```ts
 * import { createHttpEmbedder } from "@precept/embedders/http";
 *
 * await using embedder = createHttpEmbedder({ url: "http://127.0.0.1:11434/v1", model: "nomic-embed-text" });
 * const [vector] = await embedder.embed(["Write tests."], { kind: "document" });
 * console.log((await embedder.info()).id, vector?.length);
 * ```
 */
export function createHttpEmbedder(options: HttpEmbedderOptions): Embedder {
  return new HttpEmbedder(toSettings(options), options);
}

/** The model and the dimensions that the first answer names. Later answers must name the same. */
interface Identity {
  readonly model: string | undefined;
  readonly dim: number;
}

class HttpEmbedder implements Embedder {
  readonly #settings: HttpSettings;
  readonly #prefixes: PrefixOptions;
  readonly #lifetime: Lifetime;
  readonly #limit: LimitFunction;
  #identity: Identity | undefined;

  constructor(settings: HttpSettings, prefixes: PrefixOptions) {
    this.#settings = settings;
    this.#prefixes = prefixes;
    this.#lifetime = new Lifetime(() => embedderFailure(settings.name, "it is closed", { remedy: "Create a new embedder." }));
    this.#limit = pLimit(settings.maxConcurrency);
  }

  async info({ signal }: Cancellable = {}): Promise<EmbedderInfo> {
    return this.#lifetime.run(signal, async (call) => {
      const identity = this.#identity ?? (await this.#limit(() => this.#request(["dimensions"], call))).identity;
      return this.#describe(identity);
    });
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    return this.#lifetime.run(signal, async (call) => {
      const { maxBatch, maxBatchCharacters } = this.#settings;
      const prefixed = texts.map((text) => prefixText(text, kind, this.#prefixes));
      const parts = await this.#requestAll(splitIntoBatches(prefixed, maxBatch, maxBatchCharacters), call);
      return parts.flat();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lifetime.close();
  }

  /** Sends all requests. The first failure aborts the others. Rejects after all have ended. */
  async #requestAll(batches: readonly (readonly string[])[], call: CallContext): Promise<readonly (readonly Float32Array[])[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([call.signal, failed.signal]);
    const throwIfAborted = (): void => {
      call.throwIfAborted();
      failed.signal.throwIfAborted();
    };
    const requests = batches.map((texts) =>
      this.#limit(async () => {
        try {
          return (await this.#request(texts, { signal, throwIfAborted })).vectors;
        } catch (error) {
          failed.abort(error);
          throw error;
        }
      }),
    );
    await Promise.allSettled(requests);
    throwIfAborted();
    return Promise.all(requests);
  }

  async #request(texts: readonly string[], call: CallContext): Promise<{ identity: Identity; vectors: readonly Float32Array[] }> {
    const body = await requestWithRetries(this.#settings, texts, call);
    call.throwIfAborted();
    const answer = parseAnswer(body, texts.length);
    if (typeof answer === "string") throw embedderFailure(this.#settings.name, answer);
    return { identity: this.#identify(answer), vectors: answer.vectors };
  }

  /** Throws if the vectors are of another model, or of another number of dimensions, than in earlier answers. */
  #identify({ model, vectors: [first] }: Answer): Identity {
    const { name, dim: expected } = this.#settings;
    const known = this.#identity ?? { model, dim: expected ?? first?.length ?? 0 };
    if (first?.length !== known.dim) {
      throw embedderFailure(name, `the answer has vectors of ${first?.length} dimensions instead of ${known.dim}`, {
        remedy:
          expected === undefined
            ? "Create a new embedder if the model was changed."
            : "Correct the option `dim`, or use another model.",
      });
    }
    if (model !== known.model) {
      throw embedderFailure(name, "the endpoint answered with another model than before", {
        remedy: "Create a new embedder if the model was changed.",
      });
    }
    this.#identity = known;
    return known;
  }

  #describe({ model: answered, dim }: Identity): EmbedderInfo {
    const { model: requested, revision, maxBatch } = this.#settings;
    const model = answered === undefined || answered === requested ? requested : `${requested}=${answered}`;
    const { documentPrefix } = this.#prefixes;
    return { id: embedderId({ provider: "http", model, revision, documentPrefix, dim }), dim, maxBatch };
  }
}
