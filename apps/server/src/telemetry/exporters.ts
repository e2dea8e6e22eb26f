import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout } from "node:timers/promises";
import { diag, DiagLogLevel } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import type { Resource } from "@opentelemetry/resources";
import { PeriodicExportingMetricReader, type MetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { RequestedSignals } from "./requested-signals.ts";
import { flushMs, type Exporting } from "./exporting.ts";

/** Loaded only if the environment asks for it. See `startExporting`. */
export function createExporters({ traces, metrics }: RequestedSignals, { env, resource, onProblem }: ExporterOptions): Exporting {
  diag.setLogger(
    { error: onProblem, warn: onProblem, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const agents: (HttpAgent | HttpsAgent)[] = [];
  // The connections are closed at the end, so that a collector that does not answer cannot keep the process alive.
  const httpAgentOptions = (protocol: string): HttpAgent | HttpsAgent => {
    const agent = protocol === "https:" ? new HttpsAgent() : new HttpAgent();
    agents.push(agent);
    return agent;
  };
  const provider = traces
    ? new NodeTracerProvider({
        resource,
        spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ httpAgentOptions }))],
      })
    : undefined;
  provider?.register();
  const createReader = (): MetricReader =>
    new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ httpAgentOptions }), ...intervalsIn(env) });
  return {
    readers: metrics ? [createReader()] : [],
    async [Symbol.asyncDispose]() {
      const flushed = provider?.shutdown().catch(() => undefined);
      await Promise.race([flushed, setTimeout(flushMs, undefined, { ref: false })]);
      for (const agent of agents) agent.destroy();
    },
  };
}

export interface ExporterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly resource: Resource;
  /** Called with what the SDK reports, such as that the collector does not answer. */
  readonly onProblem: (message: string) => void;
}

/** The variables of the interval, which the reader does not read itself. */
function intervalsIn(env: ExporterOptions["env"]) {
  const interval = readMs(env["OTEL_METRIC_EXPORT_INTERVAL"]) ?? 60_000;
  const timeout = readMs(env["OTEL_METRIC_EXPORT_TIMEOUT"]) ?? 30_000;
  return { exportIntervalMillis: interval, exportTimeoutMillis: Math.min(timeout, interval) };
}

function readMs(written: string | undefined): number | undefined {
  return written !== undefined && /^[1-9]\d{0,8}$/.test(written.trim()) ? Number(written) : undefined;
}
