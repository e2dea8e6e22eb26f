import type { MeterProvider } from "@opentelemetry/api";
import type { Attributes } from "./attributes.ts";
import type { AttributesOf, CounterName } from "./metric-table.ts";
import type { Annotate, Observation, ObserveOptions } from "./observation.ts";
import { isObserved, meterProviders } from "./observed.ts";
import type { OperationName } from "./operations.ts";
import type * as RecorderModule from "./recorder.ts";

const unobserved: Observation = { annotate: ignore, run: (work) => work(), end: ignore };

type Recorder = typeof RecorderModule;

let recorder: Recorder | undefined;

async function loadRecorder(): Promise<Recorder> {
  return (recorder ??= await import("./recorder.ts"));
}

/**
 * Runs an operation in a span, and records its duration. Without an SDK in the process, only runs it.
 *
 * Of an error, only the type is recorded, since a message can have the text of a rule or of a prompt.
 *
 * @example
 * ```ts
 * import { observe } from "@precept/telemetry";
 *
 * const found = await observe("search", {}, async (annotate) => {
 *   annotate({ "precept.search.mode": "sparse" });
 *   return ["style"];
 * });
 * console.log(found);
 * ```
 */
export function observe<Result>(
  operation: OperationName,
  attributes: Attributes,
  work: (annotate: Annotate) => Promise<Result>,
  options: ObserveOptions = {},
): Promise<Result> {
  if (!isObserved()) return work(ignore);
  if (recorder !== undefined) return recorder.runObserved(operation, attributes, work, options);
  return loadRecorder().then(({ runObserved }) => runObserved(operation, attributes, work, options));
}

/** Begins an operation whose beginning, work and end are in different places. Others use {@link observe}. */
export async function begin(
  operation: OperationName,
  attributes: Attributes,
  options: ObserveOptions = {},
): Promise<Observation> {
  return isObserved() ? (await loadRecorder()).begin(operation, attributes, options) : unobserved;
}

/** Observes a listing from its first item until its end, like {@link observe}. */
export function observeListing<Item>(
  operation: OperationName,
  attributes: Attributes,
  listing: AsyncIterable<Item>,
): AsyncIterable<Item> {
  return isObserved() ? listObserved(operation, attributes, listing) : listing;
}

async function* listObserved<Item>(
  operation: OperationName,
  attributes: Attributes,
  listing: AsyncIterable<Item>,
): AsyncIterable<Item> {
  const { listObserved: list } = await loadRecorder();
  yield* list(operation, attributes, listing);
}

/** Increases a counter. Without an SDK in the process, does nothing. */
export function count<Name extends CounterName>(name: Name, by: number, attributes: AttributesOf<Name>): void {
  if (!isObserved()) return;
  if (recorder === undefined) void loadRecorder().then((loaded) => loaded.count(name, by, attributes));
  else recorder.count(name, by, attributes);
}

/** Returns the trace and the span that the current code runs in, for logs. Empty without a trace. */
export function currentTrace(): { readonly trace_id?: string; readonly span_id?: string } {
  return recorder?.currentTrace() ?? {};
}

/**
 * Records all metrics with a provider, in addition to the provider of the program. Returns a function that ends it.
 *
 * @param provider such as the one of a server that publishes its metrics itself.
 */
export function addMeterProvider(provider: MeterProvider): () => void {
  meterProviders.add(provider);
  void loadRecorder();
  return () => void meterProviders.delete(provider);
}

function ignore(): void {}
