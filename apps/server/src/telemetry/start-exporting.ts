import type { Resource } from "@opentelemetry/resources";
import { hasSdk } from "@precept/telemetry";
import type { Logger } from "pino";
import type { Exporting } from "./exporting.ts";
import { readRequestedSignals } from "./requested-signals.ts";

const notExporting: Exporting = { readers: [], async [Symbol.asyncDispose]() {} };

/**
 * Starts to send traces and metrics to an OTLP collector, if the variables of OpenTelemetry ask for it. A program that
 * has registered an SDK of its own keeps it. What the SDK reports, such as that the collector does not answer, is logged.
 */
export async function startExporting(
  env: Readonly<Record<string, string | undefined>>,
  resource: Resource,
  log: Pick<Logger, "warn">,
): Promise<Exporting> {
  const signals = readRequestedSignals(env);
  for (const problem of signals.problems) log.warn({ reason: problem }, "telemetry variable not usable");
  if ((!signals.traces && !signals.metrics) || hasSdk()) return notExporting;
  const { createExporters } = await import("./exporters.ts");
  return createExporters(signals, { env, resource, onProblem: logOnce(log) });
}

/** How long a problem is not logged again, in milliseconds. */
const repeatMs = 60_000;

/** The SDK reports a collector that is away every few seconds. */
function logOnce(log: Pick<Logger, "warn">): (message: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (message) => {
    const now = performance.now();
    if (now - loggedAt < repeatMs) return;
    loggedAt = now;
    log.warn({ reason: firstLineOf(message) }, "telemetry not sent");
  };
}

/** The SDK reports errors as JSON with a stack. */
function firstLineOf(message: string): string {
  try {
    const { message: reason, code } = JSON.parse(message) as { readonly message?: string; readonly code?: string };
    return [reason, code].filter((part) => part !== undefined && part !== "").join(" ");
  } catch {
    return message.split("\n", 1)[0] ?? "";
  }
}
