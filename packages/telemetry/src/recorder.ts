import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
} from "@opentelemetry/api";
import type { Attributes } from "./attributes.ts";
import { errorTypeOf } from "./error-type.ts";
import { recordDuration } from "./instruments.ts";
import { scopeName } from "./metric-table.ts";
import type { Annotate, Carrier, Observation, ObserveOptions } from "./observation.ts";
import { hasSdk } from "./observed.ts";
import { operationTable, type OperationName, type OperationSpec } from "./operations.ts";

export { count } from "./instruments.ts";

/** See `observe`. */
export async function runObserved<Result>(
  operation: OperationName,
  attributes: Attributes,
  work: (annotate: Annotate) => Promise<Result>,
  options: ObserveOptions,
): Promise<Result> {
  const observation = begin(operation, attributes, options);
  try {
    return await observation.run(() => work(observation.annotate));
  } catch (error) {
    observation.annotate({ "error.type": errorTypeOf(error) });
    throw error;
  } finally {
    observation.end();
  }
}

/** See `begin` of `observe.ts`. */
export function begin(operation: OperationName, attributes: Attributes, { carrier }: ObserveOptions): Observation {
  return new RecordedOperation(operationTable[operation], attributes, carrier);
}

/** See `observeListing`. */
export async function* listObserved<Item>(
  operation: OperationName,
  attributes: Attributes,
  listing: AsyncIterable<Item>,
): AsyncIterable<Item> {
  const observation = begin(operation, attributes, {});
  try {
    yield* listing;
  } catch (error) {
    observation.annotate({ "error.type": errorTypeOf(error) });
    throw error;
  } finally {
    observation.end();
  }
}

/** See `currentTrace` of `observe.ts`. */
export function currentTrace(): { readonly trace_id?: string; readonly span_id?: string } {
  const found = trace.getActiveSpan()?.spanContext();
  return found === undefined || !isSpanContextValid(found) ? {} : { trace_id: found.traceId, span_id: found.spanId };
}

const spanKinds: Readonly<Record<OperationSpec["kind"], SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
};

/** One run of an operation, with its span if there is an SDK. */
class RecordedOperation implements Observation {
  readonly #spec: OperationSpec;
  readonly #attributes: Record<string, string | number | undefined>;
  readonly #start = performance.now();
  readonly #span: Span | undefined;
  readonly #parent: Context = context.active();

  constructor(spec: OperationSpec, attributes: Attributes, carrier: Carrier | undefined) {
    this.#spec = spec;
    this.#attributes = { ...attributes };
    if (!hasSdk() || (spec.needsParent && trace.getSpan(this.#parent) === undefined)) return;
    const around = trace.getSpanContext(this.#parent);
    if (carrier !== undefined) this.#parent = continueTrace(this.#parent, carrier);
    const links: Link[] = around === undefined || trace.getSpanContext(this.#parent) === around ? [] : [{ context: around }];
    const options = { kind: spanKinds[spec.kind], attributes: this.#attributes, links };
    this.#span = trace.getTracer(scopeName).startSpan(spec.span(attributes), options, this.#parent);
  }

  readonly annotate: Annotate = (more) => {
    Object.assign(this.#attributes, more);
    this.#span?.setAttributes(more);
  };

  readonly run = <Result>(work: () => Result): Result =>
    this.#span === undefined ? work() : context.with(trace.setSpan(this.#parent, this.#span), work);

  readonly end = (): void => {
    const { duration } = this.#spec;
    if (duration !== undefined) recordDuration(duration, (performance.now() - this.#start) / 1000, this.#attributes);
    if (this.#span === undefined) return;
    this.#span.updateName(this.#spec.span(this.#attributes));
    if (this.#attributes["error.type"] !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  };
}

/** Continues the trace that a caller names, if it names one. */
function continueTrace(current: Context, carrier: Carrier): Context {
  return propagation.extract(current, carrier, { get: (from, name) => from(name) ?? undefined, keys: () => [] });
}
