import { hasSdk } from "@precept/telemetry";
import type { Exporting } from "./exporting.ts";
import { readRequestedSignals } from "./requested-signals.ts";

const notExporting: Exporting = { readers: [], async [Symbol.asyncDispose]() {} };

/**
 * Starts to send traces and metrics to an OTLP collector, if the variables of OpenTelemetry ask for it. A program that
 * has registered an SDK keeps it.
 *
 * @param onProblem called with variables that are not supported, and at most once a minute with what the SDK reports,
 *   such as that the collector does not answer.
 */
export async function startExporting(
  env: Readonly<Record<string, string | undefined>>,
  onProblem: (problem: string) => void,
): Promise<Exporting> {
  const signals = readRequestedSignals(env);
  for (const problem of signals.problems) onProblem(problem);
  if ((!signals.traces && !signals.metrics) || hasSdk()) return notExporting;
  const { createExporters } = await import("./exporters.ts");
  return createExporters(signals, env, callRarely(onProblem));
}

/** How long the SDK reports nothing again, in milliseconds. It tries to send every few seconds. */
const repeatMs = 60_000;

function callRarely(onProblem: (problem: string) => void): (message: string) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  return (message) => {
    const now = performance.now();
    if (now - calledAt < repeatMs) return;
    calledAt = now;
    onProblem(`Telemetry cannot be sent: ${reasonIn(message)}`);
  };
}

/** The SDK reports errors as JSON with a stack. */
function reasonIn(message: string): string {
  try {
    const { message: reason, code } = JSON.parse(message) as { readonly message?: string; readonly code?: string };
    return [reason, code].filter((part) => part !== undefined && part !== "").join(" ");
  } catch {
    return message.split("\n", 1)[0] ?? "";
  }
}
