import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout } from "node:timers/promises";
import { diag, DiagLogLevel } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { PeriodicExportingMetricReader, type MetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { readResource } from "./resource.ts";
import type { RequestedSignals } from "./requested-signals.ts";
import { flushMs, type Exporting } from "./exporting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Loaded only if the environment asks for it, see `startExporting`. @param onProblem called with what the SDK reports. */
export function createExporters(
  { traces, metrics }: RequestedSignals,
  env: Environment,
  onProblem: (message: string) => void,
): Exporting {
  diag.setLogger(
    { error: onProblem, warn: onProblem, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const agents: HttpAgent[] = [];
  // The connections are closed at the end, so that a collector that does not answer cannot keep the process alive.
  const httpAgentOptions = (protocol: string): HttpAgent => {
    const agent = protocol === "https:" ? new HttpsAgent() : new HttpAgent();
    agents.push(agent);
    return agent;
  };
  const provider = traces
    ? new NodeTracerProvider({
        resource: readResource(),
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
      for (const agent of agents) closeAgent(agent);
    },
  };
}

/**
 * Closes the connections of an agent, and refuses further ones. The exporter tries again after a connection that was just
 * closed, but not after another error, so that it ends.
 */
function closeAgent(agent: HttpAgent): void {
  const ended = new Error("The program ends.");
  agent.createConnection = (_options, callback) => {
    (callback as ((error: Error) => void) | undefined)?.(ended);
    return undefined;
  };
  for (const socket of Object.values(agent.sockets).flat()) socket?.destroy(ended);
}

/** The variables of the interval, which the reader does not read itself. */
function intervalsIn(env: Environment) {
  const interval = readMs(env["OTEL_METRIC_EXPORT_INTERVAL"]) ?? 60_000;
  const timeout = readMs(env["OTEL_METRIC_EXPORT_TIMEOUT"]) ?? 30_000;
  return { exportIntervalMillis: interval, exportTimeoutMillis: Math.min(timeout, interval) };
}

function readMs(written: string | undefined): number | undefined {
  return written !== undefined && /^[1-9]\d{0,8}$/.test(written.trim()) ? Number(written) : undefined;
}

function ignore(): void {}
