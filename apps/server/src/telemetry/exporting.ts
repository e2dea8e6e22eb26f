import type { MetricReader } from "@opentelemetry/sdk-metrics";

/** The exporters of this process. Disposing sends the last spans, and closes the connections. */
export interface Exporting extends AsyncDisposable {
  /** The readers that send metrics. None if metrics are not sent. */
  readonly readers: readonly MetricReader[];
}

/** How long a collector may take for the last spans when a program ends, and for the last metrics, in milliseconds. */
export const flushMs = 2500;
