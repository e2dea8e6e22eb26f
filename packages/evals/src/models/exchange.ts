import type { Json } from "@precept/core";

/** One call of a model server: bodies, never headers, so that no key is recorded. */
export interface Exchange {
  /** Below the base URL, such as `/v1/messages`. */
  readonly path: string;
  /** The body of the request. A text if it is no JSON. */
  readonly request: Json;
  readonly status: number;
  /** The body of the answer: JSON, or the text of a stream. */
  readonly response: Json;
}

/** Receives each call of a model server when it ends. */
export type ExchangeListener = (exchange: Exchange) => void;

/** Parses a body. A text that is no JSON stays a text. */
export function parseBody(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
