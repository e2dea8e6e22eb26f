import { addMeterProvider } from "@precept/telemetry";
import { flushMs } from "./exporting.ts";
import { startExporting } from "./start-exporting.ts";

/**
 * Sends the traces and metrics of a program that is no server, if the variables of OpenTelemetry ask for it. Without
 * them, no code of the SDK is loaded.
 *
 * @param onProblem called with variables that are not supported, and if the collector does not answer.
 * @returns disposing sends what is left, for at most 5 seconds.
 */
export async function startTelemetry(
  env: Readonly<Record<string, string | undefined>>,
  onProblem: (problem: string) => void,
): Promise<AsyncDisposable> {
  const exporting = await startExporting(env, onProblem);
  if (exporting.readers.length === 0) return exporting;
  const { MeterProvider } = await import("@opentelemetry/sdk-metrics");
  const { readResource } = await import("./resource.ts");
  const provider = new MeterProvider({ resource: readResource(), readers: [...exporting.readers] });
  const endRecording = addMeterProvider(provider);
  return {
    async [Symbol.asyncDispose]() {
      endRecording();
      await provider.shutdown({ timeoutMillis: flushMs }).catch(() => undefined);
      await exporting[Symbol.asyncDispose]();
    },
  };
}
