import type { OpenProject } from "../projects/open-project.ts";
import type { Projects } from "../projects/projects.ts";
import { formatMetrics } from "./format-metrics.ts";
import { Counter, gauge, Histogram } from "./instruments.ts";
import { cacheMetrics, processMetrics, projectMetrics } from "./state-metrics.ts";

const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How many requests are being answered. */
interface OpenCounts {
  readonly size: number;
  /** Event streams among them. */
  readonly streams: number;
}

/** The numbers for monitoring. No label names a project, a user or a rule, so that their number is bounded. */
export class ServerMetrics {
  readonly requests = new Counter("precept_http_requests_total", "Answered requests.");
  /** The time until the headers of the answer, by method and route. */
  readonly durations = new Histogram(
    "precept_http_request_duration_seconds",
    "The time from a request to its answer; of a stream, to its beginning. The routes that end with /resolve have the time to resolve.",
    durationBounds,
  );
  readonly #rulesApplied = new Counter("precept_rules_applied_total", "Rules that applied to resolved requests.");
  readonly #rulesSkipped = new Counter("precept_rules_skipped_total", "Rules that did not apply to resolved requests.");
  readonly #rulesDropped = new Counter("precept_rules_dropped_total", "Rules that the budget dropped from resolved requests.");
  readonly #resolutions = new Counter("precept_resolutions_total", "Resolved requests, over any protocol.");
  #projects: Projects | undefined;
  #requests: OpenCounts = { size: 0, streams: 0 };
  #sessions: { readonly size: number } = { size: 0 };

  constructor() {
    // So that the first scrape has them.
    for (const counter of [this.#resolutions, this.#rulesApplied, this.#rulesSkipped, this.#rulesDropped]) counter.add({}, 0);
  }

  /** Reads the states of these projects whenever the metrics are formatted. */
  observeProjects(projects: Projects): void {
    this.#projects = projects;
  }

  /** Reads these counts whenever the metrics are formatted. */
  observeOpenRequests(requests: OpenCounts): void {
    this.#requests = requests;
  }

  /** Reads the number of these sessions of MCP clients whenever the metrics are formatted. */
  observeSessions(sessions: { readonly size: number }): void {
    this.#sessions = sessions;
  }

  /** Counts what a project resolves, until its workspace is closed. */
  observeProject({ workspace }: OpenProject): void {
    workspace.on("rulesApplied", ({ resolution }) => {
      this.#resolutions.add();
      this.#rulesApplied.add({}, resolution.applied.length);
      // The list of skipped rules is only computed if it is read.
      this.#rulesSkipped.add({}, resolution.totals.evaluated - resolution.applied.length - resolution.dropped.length);
      this.#rulesDropped.add({}, resolution.dropped.length);
    });
  }

  async format(): Promise<string> {
    const states = this.#projects?.states() ?? [];
    return formatMetrics([
      this.requests,
      this.durations,
      this.#resolutions,
      this.#rulesApplied,
      this.#rulesSkipped,
      this.#rulesDropped,
      ...(await projectMetrics(states)),
      ...cacheMetrics(states),
      gauge("precept_http_requests_open", "Requests that are being answered, with event streams.", this.#requests.size),
      gauge("precept_event_streams", "Open event streams.", this.#requests.streams),
      gauge("precept_mcp_sessions", "Sessions of MCP clients that speak the older protocol.", this.#sessions.size),
      ...processMetrics(),
    ]);
  }
}
