import type { Attributes } from "./attributes.ts";

/** Adds attributes that are only known during the operation. `error.type` marks it as failed. */
export type Annotate = (attributes: Attributes) => void;

export interface ObserveOptions {
  /** Returns a field of the caller that may carry its trace, such as the header `traceparent`. Default: no caller. */
  readonly carrier?: Carrier | undefined;
}

/** Returns a field by its name, in lower case. */
export type Carrier = (name: string) => string | null | undefined;

/** An operation that has begun, see {@link begin}. */
export interface Observation {
  readonly annotate: Annotate;
  /** Runs work in the span of the operation. */
  readonly run: <Result>(work: () => Result) => Result;
  /** Ends the span, and records the duration. */
  readonly end: () => void;
}
