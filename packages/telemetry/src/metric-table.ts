import type { AttributeName } from "./attributes.ts";

/** The name of the instrumentation: the tracer and the meter. */
export const scopeName = "precept";

/** A metric: what is counted or measured, and by which attributes. */
export interface MetricSpec {
  /**
   * `counter` only grows, `histogram` has durations, and `gauge` is a value that is read when metrics are collected, as
   * is `sum`, which only grows.
   */
  readonly kind: "counter" | "histogram" | "gauge" | "sum";
  /** In the notation of UCUM: `s`, `By`, or a noun in braces. Without one: a value without a unit. */
  readonly unit?: string;
  readonly description: string;
  /** The attributes. Each combination of their values is a time series, so their number must be bounded. */
  readonly attributes: readonly AttributeName[];
  /** Who records it: all programs, or only a server. */
  readonly from: "everywhere" | "server";
}

/** The upper bounds of the buckets of durations, in seconds: those that the semantic conventions recommend, and shorter ones. */
export const durationBounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const process = { from: "server", attributes: [] } as const;

/**
 * All metrics, with the names of the semantic conventions where these have one. No attribute has the name of a rule, a tenant, a
 * user or a path.
 */
export const metricTable = {
  "http.server.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time from a request to its response; of a stream, to its beginning.",
    attributes: ["http.request.method", "http.route", "http.response.status_code", "url.scheme", "error.type"],
    from: "server",
  },
  "rpc.server.call.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time that a call of gRPC, gRPC-Web or Connect takes.",
    attributes: ["rpc.system.name", "rpc.method", "rpc.response.status_code", "error.type"],
    from: "server",
  },
  "mcp.server.operation.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time that a request of an MCP client takes.",
    attributes: ["mcp.method.name", "gen_ai.tool.name", "error.type"],
    from: "everywhere",
  },
  "db.client.operation.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time that an operation of a store of rules takes.",
    attributes: ["db.system.name", "db.operation.name", "error.type"],
    from: "everywhere",
  },
  "precept.resolve.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time to decide which rules apply to a request.",
    attributes: ["error.type"],
    from: "everywhere",
  },
  "precept.search.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time that a search for rules takes.",
    attributes: ["precept.search.mode", "error.type"],
    from: "everywhere",
  },
  "precept.policies.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time to decide by policies, and to act on the decision.",
    attributes: ["precept.policy.operation", "precept.policy.action", "error.type"],
    from: "everywhere",
  },
  "precept.policy.violations": {
    kind: "counter",
    description: "Violations of policies, by policy and action.",
    attributes: ["precept.policy.id", "precept.policy.action", "precept.policy.mode"],
    from: "everywhere",
  },
  "precept.hook.duration": {
    kind: "histogram",
    unit: "s",
    description: "The time from the payload of a hook to its answer.",
    attributes: ["gen_ai.agent.name", "precept.hook.event", "error.type"],
    from: "everywhere",
  },
  "precept.deliveries": {
    kind: "counter",
    description: "Deliveries of rules to agents.",
    attributes: ["precept.channel", "gen_ai.agent.name"],
    from: "everywhere",
  },
  "precept.resolutions": {
    kind: "counter",
    description: "Resolved requests, over any protocol.",
    attributes: [],
    from: "everywhere",
  },
  "precept.rules.applied": {
    kind: "counter",
    description: "Rules that applied to resolved requests.",
    attributes: [],
    from: "everywhere",
  },
  "precept.rules.skipped": {
    kind: "counter",
    description: "Rules that did not apply to resolved requests.",
    attributes: [],
    from: "everywhere",
  },
  "precept.rules.dropped": {
    kind: "counter",
    description: "Rules that the budget dropped from resolved requests.",
    attributes: [],
    from: "everywhere",
  },
  "precept.projects": {
    kind: "gauge",
    description: "Projects that are in use, by state: `open`, `opening` or `failed`. Closed ones are opened on their next use.",
    attributes: ["status"],
    from: "server",
  },
  "precept.project.leases": {
    kind: "gauge",
    description: "Requests and streams that use a project.",
    attributes: [],
    from: "server",
  },
  "precept.stores": {
    kind: "gauge",
    description: "Stores of rules of the open projects, by state: `ready`, `stale` or `failed`.",
    attributes: ["status"],
    from: "server",
  },
  "precept.caches": {
    kind: "gauge",
    description: "Shared caches of the open projects, by state: `ready` or `failed`. Answers do not depend on them.",
    attributes: ["status"],
    from: "server",
  },
  "precept.projects.watch_limited": {
    kind: "gauge",
    description: "Open projects in which not every directory is watched.",
    attributes: [],
    from: "server",
  },
  "precept.cache.reads": {
    kind: "gauge",
    description:
      "Calls that needed rules, by layer and result. In `l2`, the rules of each owner are counted apart. It becomes smaller when a project is closed, as the following ones do.",
    attributes: ["layer", "result"],
    from: "server",
  },
  "precept.cache.rules": {
    kind: "gauge",
    description: "Rules in the memory of this process.",
    attributes: [],
    from: "server",
  },
  "precept.cache.evictions": {
    kind: "gauge",
    description: "How often the rules of an owner were dropped from memory.",
    attributes: [],
    from: "server",
  },
  "precept.cache.reloads": {
    kind: "gauge",
    description: "How often the rules of an owner were read from a store.",
    attributes: [],
    from: "server",
  },
  "precept.cache.stale_answers": {
    kind: "gauge",
    description: "Calls that were answered from memory although a store could not confirm the rules.",
    attributes: [],
    from: "server",
  },
  "precept.http.requests.open": {
    kind: "gauge",
    description: "Requests that are being answered, with event streams.",
    attributes: [],
    from: "server",
  },
  "precept.event_streams": {
    kind: "gauge",
    description: "Open event streams.",
    attributes: [],
    from: "server",
  },
  "precept.mcp.sessions": {
    kind: "gauge",
    description: "Sessions of MCP clients that speak the older protocol.",
    attributes: [],
    from: "server",
  },
  "process.cpu": { kind: "sum", unit: "s", description: "Processor time.", ...process },
  "process.resident.memory": { kind: "gauge", unit: "By", description: "Memory of the process.", ...process },
  "process.start.time": {
    kind: "gauge",
    unit: "s",
    description: "When the process started, in seconds since 1970.",
    ...process,
  },
  "nodejs.heap.used": { kind: "gauge", unit: "By", description: "Memory of JavaScript objects.", ...process },
} as const satisfies Record<string, MetricSpec>;

export type MetricName = keyof typeof metricTable;

type NamesOf<Kind extends MetricSpec["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

export type CounterName = NamesOf<"counter">;
export type HistogramName = NamesOf<"histogram">;
/** The metrics whose values are read when they are collected. */
export type ObservedName = NamesOf<"gauge" | "sum">;

/** The attributes that a metric must have. */
export type AttributesOf<Name extends MetricName> = Readonly<
  Partial<Record<(typeof metricTable)[Name]["attributes"][number], string | number | undefined>>
>;
