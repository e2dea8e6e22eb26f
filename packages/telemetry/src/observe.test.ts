import { context, metrics, propagation, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterEach, describe, expect, it } from "vitest";
import { addMeterProvider, begin, count, currentTrace, hasSdk, observe, observeStore } from "./index.ts";

/** Registers an SDK, as a program does. */
function registerSdk() {
  const spans = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).register();
  return spans;
}

function createMeters() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  const read = async () => {
    await provider.forceFlush();
    const found =
      exporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    return new Map(found.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ attributes }) => attributes)]));
  };
  return { provider, read };
}

const registry = Symbol.for("opentelemetry.js.api.1");

afterEach(() => {
  for (const api of [trace, metrics, context, propagation]) api.disable();
  // What is left after `disable` says that there was an SDK.
  Reflect.deleteProperty(globalThis, registry);
});

describe("without an SDK", () => {
  it("only runs the work", async () => {
    expect(hasSdk()).toBe(false);
    expect(await observe("search", {}, async () => "found")).toBe("found");
    await expect(observe("search", {}, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const { run, end } = await begin("search", {});
    expect(run(() => "found")).toBe("found");
    end();
    count("precept.resolutions", 1, {});
    expect(currentTrace()).toEqual({});
  });
});

describe("with an SDK", () => {
  it("has a span for an operation within the one of the program, and the type of an error only", async () => {
    const spans = registerSdk();
    const secret = "text of a prompt";
    await trace.getTracer("program").startActiveSpan("outside", async (outside) => {
      const failed = observe("policies", { "precept.policy.operation": "check" }, async (annotate) => {
        expect(currentTrace().trace_id).toBe(outside.spanContext().traceId);
        annotate({ "precept.policy.action": "PASS" });
        throw new RangeError(secret);
      });
      await expect(failed).rejects.toThrow(secret);
      outside.end();
    });
    const [inner, outer] = spans.getFinishedSpans();
    expect(inner).toMatchObject({
      name: "precept.policies.check",
      parentSpanContext: { spanId: outer?.spanContext().spanId },
      attributes: { "precept.policy.action": "PASS", "error.type": "RangeError" },
      status: { code: 2 },
      events: [],
    });
    expect(JSON.stringify(inner?.attributes)).not.toContain(secret);
  });

  it("continues the trace of a caller, and links the span around", async () => {
    const spans = registerSdk();
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const carrier = (name: string) => (name === "traceparent" ? traceparent : undefined);
    await observe("httpRequest", { "http.request.method": "POST" }, async () =>
      observe("mcpRequest", { "mcp.method.name": "tools/list" }, async () => undefined, { carrier }),
    );
    const [mcp, http] = spans.getFinishedSpans();
    expect(mcp?.parentSpanContext?.spanId).toBe("00f067aa0ba902b7");
    expect(mcp?.links.map((link) => link.context.spanId)).toEqual([http?.spanContext().spanId]);
    expect([http?.name, http?.parentSpanContext]).toEqual(["POST", undefined]);
  });

  it("has a span for an operation of a store only within a trace", async () => {
    const spans = registerSdk();
    const store = observeStore(
      {
        get: async (id: string) => id,
        async *list() {
          yield* [1, 2, 3];
        },
      },
      "fs",
    );
    expect(await store.get("a")).toBe("a");
    await observe("resolve", {}, async () => {
      for await (const listed of store.list()) if (listed === 2) break;
    });
    expect(spans.getFinishedSpans().map(({ name }) => name)).toEqual(["list fs", "precept.resolve"]);
  });
});

describe("metrics", () => {
  it("are recorded by the provider of the program, and by others until they are removed", async () => {
    const [own, other] = [createMeters(), createMeters()];
    metrics.setGlobalMeterProvider(own.provider);
    const remove = addMeterProvider(other.provider);
    await observe("resolve", { "gen_ai.conversation.id": "s-1" }, async () => undefined);
    remove();
    await observe("search", {}, async () => undefined);
    expect([...(await own.read()).keys()]).toEqual(["precept.resolve.duration", "precept.search.duration"]);
    expect([...(await other.read()).keys()]).toEqual(["precept.resolve.duration"]);
  });

  it("only have the attributes of their row", async () => {
    const { provider, read } = createMeters();
    const remove = addMeterProvider(provider);
    await observe("resolve", { "gen_ai.conversation.id": "s-1", "gen_ai.agent.name": "claude" }, async () => undefined);
    remove();
    expect((await read()).get("precept.resolve.duration")).toEqual([{}]);
  });
});
