import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A span as the collector received it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The spans that it is linked to. */
  readonly links: readonly string[];
  /** Whether the operation failed. */
  readonly isError: boolean;
}

export interface OtlpCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** The spans so far, in the order of their ends. */
  readonly spans: () => readonly ReceivedSpan[];
  /** The names of the metrics so far. */
  readonly metricNames: () => ReadonlySet<string>;
  /** The attributes of the program, of the last request. */
  readonly resource: () => Readonly<Record<string, string | number>>;
  /** All that was received, as one text. */
  readonly text: () => string;
  /** How many requests were received. */
  readonly requests: () => number;
}

/** How a collector answers: as it should, with an error, or never. */
export type CollectorAnswer = "accepts" | "fails" | "hangs";

/** Starts a collector of OTLP over HTTP with protobuf. It is closed when the test has finished. */
export async function startOtlpCollector(answer: CollectorAnswer = "accepts"): Promise<OtlpCollector> {
  const received = { traces: [] as Buffer[], metrics: [] as Buffer[], requests: 0 };
  const server = createServer((request, response) => {
    received.requests += 1;
    if (answer === "hangs") return;
    const accept = async (): Promise<void> => {
      const body = await buffer(request);
      if (request.url === "/v1/traces") received.traces.push(body);
      if (request.url === "/v1/metrics") received.metrics.push(body);
      response.writeHead(answer === "fails" ? 500 : 200, { "content-type": "application/x-protobuf" });
      response.end();
    };
    void accept();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      scopesOf(received.traces)
        .flatMap((scope) => messagesIn(scope, 2))
        .map(readSpan),
    metricNames: () =>
      new Set(
        scopesOf(received.metrics)
          .flatMap((scope) => messagesIn(scope, 2))
          .map((metric) => textIn(metric, 1)),
      ),
    resource: () => {
      const last = [...received.traces, ...received.metrics].at(-1);
      const [resource] = last === undefined ? [] : messagesIn(last, 1).flatMap((one) => messagesIn(one, 1));
      return resource === undefined ? {} : readAttributes(resource, 1);
    },
    text: () => Buffer.concat([...received.traces, ...received.metrics]).toString("utf8"),
    requests: () => received.requests,
  };
}

/** The fields of traces and of metrics have the same numbers down to the scope. */
function scopesOf(bodies: readonly Buffer[]): readonly Buffer[] {
  return bodies.flatMap((body) => messagesIn(body, 1)).flatMap((resource) => messagesIn(resource, 2));
}

/** @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
function readSpan(span: Buffer): ReceivedSpan {
  const hex = (field: number): string => messagesIn(span, field)[0]?.toString("hex") ?? "";
  const [status] = messagesIn(span, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: textIn(span, 5),
    kind: numberIn(span, 6) ?? 0,
    attributes: readAttributes(span, 9),
    links: messagesIn(span, 13).map((link) => messagesIn(link, 2)[0]?.toString("hex") ?? ""),
    isError: status !== undefined && numberIn(status, 3) === 2,
  };
}

function readAttributes(message: Buffer, field: number): Readonly<Record<string, string | number>> {
  const entries = messagesIn(message, field).map((pair) => {
    const [value = Buffer.alloc(0)] = messagesIn(pair, 2);
    return [textIn(pair, 1), numberIn(value, 3) ?? textIn(value, 1)] as const;
  });
  return Object.fromEntries(entries);
}

function messagesIn(message: Buffer, field: number): readonly Buffer[] {
  return fieldsOf(message).flatMap(([number, value]) => (number === field && Buffer.isBuffer(value) ? [value] : []));
}

function textIn(message: Buffer, field: number): string {
  return messagesIn(message, field)[0]?.toString("utf8") ?? "";
}

function numberIn(message: Buffer, field: number): number | undefined {
  const found = fieldsOf(message).find(([number, value]) => number === field && typeof value === "number");
  return found === undefined ? undefined : (found[1] as number);
}

/** Reads the fields of a message in the wire format of protobuf. Values of fixed size are skipped. */
function fieldsOf(message: Buffer): readonly (readonly [number: number, value: number | Buffer])[] {
  const fields: (readonly [number, number | Buffer])[] = [];
  let at = 0;
  const varint = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (type === 0) fields.push([number, varint()]);
    else if (type === 2) {
      const length = varint();
      fields.push([number, message.subarray(at, (at += length))]);
    } else at += type === 1 ? 8 : 4;
  }
  return fields;
}
