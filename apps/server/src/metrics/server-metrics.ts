import type { BatchObservableResult, Observable } from "@opentelemetry/api";
import { MeterProvider, type MetricReader } from "@opentelemetry/sdk-metrics";
import { addMeterProvider, count } from "@precept/telemetry";
import { metricTable, scopeName, type MetricSpec, type ObservedName } from "@precept/telemetry/tables";
import type { Projects } from "../projects/projects.ts";
import { readResource } from "../telemetry/resource.ts";
import { flushMs } from "../telemetry/exporting.ts";
import { PrometheusReader } from "./prometheus.ts";
import { cacheReadings, processReadings, projectReadings, type Reading } from "./readings.ts";

/** How many requests are being answered. */
interface OpenCounts {
  readonly size: number;
  /** Event streams among them. */
  readonly streams: number;
}

/**
 * The metrics of this process, as text for Prometheus. While it is open, all that Precept records in the process is in
 * it. No label names a rule, a tenant or a user, so that their number is bounded.
 */
export class ServerMetrics implements AsyncDisposable {
  readonly #prometheus = new PrometheusReader();
  readonly #provider: MeterProvider;
  readonly #endRecording: () => void;
  #projects: Projects | undefined;
  #requests: OpenCounts = { size: 0, streams: 0 };
  #sessions: { readonly size: number } = { size: 0 };

  /** @param readers further readers of the metrics, such as one that sends them. Default: none. */
  constructor(readers: readonly MetricReader[] = []) {
    this.#provider = new MeterProvider({ resource: readResource(), readers: [this.#prometheus.reader, ...readers] });
    this.#endRecording = addMeterProvider(this.#provider);
    // So that the first scrape has them.
    for (const name of [
      "precept.resolutions",
      "precept.rules.applied",
      "precept.rules.skipped",
      "precept.rules.dropped",
    ] as const)
      count(name, 0, {});
    this.#observe();
  }

  /** Reads the states of these projects whenever the metrics are collected. */
  observeProjects(projects: Projects): void {
    this.#projects = projects;
  }

  /** Reads these counts whenever the metrics are collected. */
  observeOpenRequests(requests: OpenCounts): void {
    this.#requests = requests;
  }

  /** Reads the number of these sessions of MCP clients whenever the metrics are collected. */
  observeSessions(sessions: { readonly size: number }): void {
    this.#sessions = sessions;
  }

  /** Returns all metrics as text for Prometheus. */
  async format(): Promise<string> {
    return this.#prometheus.format();
  }

  /** Sends the last metrics to the readers that send them, and ends the recording. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#endRecording();
    // A collector that does not answer must not keep the program from ending.
    await this.#provider.shutdown({ timeoutMillis: flushMs }).catch(() => undefined);
  }

  /** Registers the metrics that are read when they are collected. */
  #observe(): void {
    const meter = this.#provider.getMeter(scopeName);
    const observed = new Map<string, Observable>();
    for (const [name, { kind, description, unit }] of Object.entries<MetricSpec>(metricTable)) {
      const options = { description, ...(unit !== undefined && { unit }) };
      if (kind === "gauge") observed.set(name, meter.createObservableGauge(name, options));
      if (kind === "sum") observed.set(name, meter.createObservableCounter(name, options));
    }
    const read = async (result: BatchObservableResult): Promise<void> => {
      for (const [name, value, attributes] of await this.#readings()) {
        const metric = observed.get(name satisfies ObservedName);
        if (metric !== undefined) result.observe(metric, value, attributes);
      }
    };
    meter.addBatchObservableCallback(read, [...observed.values()]);
  }

  async #readings(): Promise<readonly Reading[]> {
    const states = this.#projects?.states() ?? [];
    return [
      ...(await projectReadings(states)),
      ...cacheReadings(states),
      ["precept.http.requests.open", this.#requests.size],
      ["precept.event_streams", this.#requests.streams],
      ["precept.mcp.sessions", this.#sessions.size],
      ...processReadings(),
    ];
  }
}
