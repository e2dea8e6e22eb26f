import type { CacheMetrics } from "@precept/core";
import type { ObservedName } from "@precept/telemetry/tables";
import type { ProjectState } from "../projects/projects.ts";

/** A value that was just read, with the attributes of its time series. */
export type Reading = readonly [name: ObservedName, value: number, attributes?: Readonly<Record<string, string>>];

/** The states of the projects and of their stores. */
export async function projectReadings(states: readonly ProjectState[]): Promise<readonly Reading[]> {
  const open = states.flatMap(({ project }) => (project === undefined ? [] : [project.workspace]));
  const reports = open.flatMap(({ rulebook }) => rulebook.stores());
  const failed = reports.filter(({ status }) => status === "failed").length;
  const stores = open.flatMap((workspace) => workspace.stores).length;
  const caches = open.flatMap(({ cache }) => cache?.state() ?? []);
  const failedCaches = caches.filter(({ status }) => status === "failed").length;
  // A workspace that is being closed has no diagnostics.
  const diagnostics = await Promise.all(open.map((workspace) => workspace.diagnostics().catch(() => [])));
  const limited = diagnostics.filter((found) => found.some(({ code }) => code === "watch/limited")).length;
  const projects = (["open", "opening", "failed"] as const).map((status): Reading => {
    return ["precept.projects", states.filter((one) => one.status === status).length, { status }];
  });
  return [
    ...projects,
    ["precept.project.leases", states.reduce((total, { leases }) => total + leases, 0)],
    ["precept.stores", stores - reports.length, { status: "ready" }],
    ["precept.stores", reports.length - failed, { status: "stale" }],
    ["precept.stores", failed, { status: "failed" }],
    ["precept.caches", caches.length - failedCaches, { status: "ready" }],
    ["precept.caches", failedCaches, { status: "failed" }],
    ["precept.projects.watch_limited", limited],
  ];
}

/** How rulebooks answered: from memory, a shared cache, or stores. Numbers become smaller when a project is closed. */
export function cacheReadings(states: readonly ProjectState[]): readonly Reading[] {
  const found = states.flatMap(({ project }) => project?.workspace.rulebook.metrics() ?? []);
  const sum = (read: (metrics: CacheMetrics) => number): number => found.reduce((all, metrics) => all + read(metrics), 0);
  return [
    ["precept.cache.reads", sum(({ l1 }) => l1.hits), { layer: "l1", result: "hit" }],
    ["precept.cache.reads", sum(({ l1 }) => l1.misses), { layer: "l1", result: "miss" }],
    ["precept.cache.reads", sum(({ l2 }) => l2.hits), { layer: "l2", result: "hit" }],
    ["precept.cache.reads", sum(({ l2 }) => l2.misses), { layer: "l2", result: "miss" }],
    ["precept.cache.reads", sum(({ l2 }) => l2.errors), { layer: "l2", result: "error" }],
    ["precept.cache.rules", sum(({ l1 }) => l1.rules)],
    ["precept.cache.evictions", sum(({ l1 }) => l1.evictions)],
    ["precept.cache.reloads", sum(({ store }) => store.reads)],
    ["precept.cache.stale_answers", sum(({ staleAnswers }) => staleAnswers)],
  ];
}

/** Memory, processor time and start of this process. */
export function processReadings(): readonly Reading[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    ["process.cpu", (user + system) / 1_000_000],
    ["process.resident.memory", rss],
    ["process.start.time", performance.timeOrigin / 1000],
    ["nodejs.heap.used", heapUsed],
  ];
}
