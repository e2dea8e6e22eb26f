import { embedderFailure } from "../failure.ts";
import { parseEndpoint, type Endpoint } from "./endpoint.ts";
import type { HttpEmbedderOptions } from "./options.ts";

export interface HttpSettings {
  /** Names the embedder in messages: the model and the address. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly revision: string;
  readonly headers: Headers;
  /** Values that no message may contain. */
  readonly secrets: readonly string[];
  readonly dim: number | undefined;
  readonly maxBatch: number;
  readonly maxBatchCharacters: number;
  readonly maxConcurrency: number;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly fetch: typeof globalThis.fetch;
}

/** Validates options. @throws PreceptError `EMBEDDER_FAILED`. */
export function toSettings(options: HttpEmbedderOptions): HttpSettings {
  const { apiKey, headers = {}, allowUnencrypted = false } = options;
  const endpoint = parseEndpoint(options.url);
  if (typeof endpoint === "string")
    throw embedderFailure(options.model, endpoint, { remedy: "Use a URL such as `http://127.0.0.1:11434/v1`." });
  const name = `${options.model} at ${endpoint.shown}`;
  const secrets = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)].filter((secret) => secret !== "");
  if (secrets.length > 0 && endpoint.isReadable && !allowUnencrypted) {
    throw embedderFailure(name, "a key or headers would be sent unencrypted to another machine", {
      remedy: "Use an https: URL, or set `allowUnencrypted`.",
    });
  }
  if (options.model.trim() === "") throw embedderFailure(name, "the name of the model is empty", { remedy: "Set `model`." });
  return {
    name,
    endpoint,
    model: options.model,
    revision: options.revision ?? endpoint.identity,
    headers: buildHeaders(name, apiKey, headers),
    secrets,
    dim: options.dim === undefined ? undefined : atLeast(1, "dim", options.dim, name),
    maxBatch: atLeast(1, "maxBatch", options.maxBatch ?? 32, name),
    maxBatchCharacters: atLeast(1, "maxBatchCharacters", options.maxBatchCharacters ?? 50_000, name),
    maxConcurrency: atLeast(1, "maxConcurrency", options.maxConcurrency ?? 2, name),
    timeoutMs: atLeast(1, "timeoutMs", options.timeoutMs ?? 10_000, name),
    maxRetries: atLeast(0, "maxRetries", options.maxRetries ?? 3, name),
    retryDelayMs: atLeast(0, "retryDelayMs", options.retryDelayMs ?? 250, name),
    fetch: options.fetch ?? globalThis.fetch,
  };
}

/** The error of the platform quotes the value of an invalid header, so it is not the cause of ours. */
function buildHeaders(name: string, apiKey: string | undefined, headers: Readonly<Record<string, string>>): Headers {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw embedderFailure(name, "the API key is empty, or contains spaces, line breaks or non-ASCII characters", {
      remedy: "Correct the key.",
    });
  }
  try {
    return new Headers({
      "content-type": "application/json",
      accept: "application/json",
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    });
  } catch {
    throw embedderFailure(name, "a header has an invalid name or value", { remedy: "Correct `headers`." });
  }
}

function atLeast(minimum: number, option: string, value: number, name: string): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw embedderFailure(name, `the option ${option} is ${value}`, { remedy: `Use an integer of at least ${minimum}.` });
}
