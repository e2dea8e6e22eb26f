import type { CacheMetrics } from "@precept/core";
import type { ProjectState } from "../projects/projects.ts";
import { gauge, type Metric } from "./instruments.ts";

/** The states of the projects and of their stores. */
export async function projectMetrics(states: readonly ProjectState[]): Promise<readonly Metric[]> {
  const open = states.flatMap(({ project }) => (project === undefined ? [] : [project.workspace]));
  const reports = open.flatMap(({ rulebook }) => rulebook.stores());
  const failed = reports.filter(({ status }) => status === "failed").length;
  const stores = open.flatMap((workspace) => workspace.stores).length;
  // A workspace that is being closed has no diagnostics.
  const diagnostics = await Promise.all(open.map((workspace) => workspace.diagnostics().catch(() => [])));
  const limited = diagnostics.filter((found) => found.some(({ code }) => code === "watch/limited")).length;
  const counts = (["open", "opening", "failed"] as const).map((status) => ({
    labels: { status },
    value: states.filter((one) => one.status === status).length,
  }));
  return [
    gauge("precept_projects", "Projects that are in use, by state. Closed ones are opened on their next use.", counts),
    gauge(
      "precept_project_leases",
      "Requests and streams that use a project.",
      states.reduce((total, { leases }) => total + leases, 0),
    ),
    gauge("precept_stores", "Stores of rules of the open projects, by state.", [
      { labels: { status: "ready" }, value: stores - reports.length },
      { labels: { status: "stale" }, value: reports.length - failed },
      { labels: { status: "failed" }, value: failed },
    ]),
    gauge("precept_projects_watch_limited", "Open projects in which not every directory is watched.", limited),
  ];
}

/** How rulebooks answered: from memory, a shared cache, or stores. Numbers become smaller when a project is closed. */
export function cacheMetrics(states: readonly ProjectState[]): readonly Metric[] {
  const found = states.flatMap(({ project }) => project?.workspace.rulebook.metrics() ?? []);
  const sum = (read: (metrics: CacheMetrics) => number): number => found.reduce((all, metrics) => all + read(metrics), 0);
  return [
    gauge(
      "precept_cache_reads",
      "Calls that needed rules, by layer and result: `l1` is the memory of this process; `l2` is the shared cache, with the rules of each owner counted apart.",
      [
        { labels: { layer: "l1", result: "hit" }, value: sum(({ l1 }) => l1.hits) },
        { labels: { layer: "l1", result: "miss" }, value: sum(({ l1 }) => l1.misses) },
        { labels: { layer: "l2", result: "hit" }, value: sum(({ l2 }) => l2.hits) },
        { labels: { layer: "l2", result: "miss" }, value: sum(({ l2 }) => l2.misses) },
        { labels: { layer: "l2", result: "error" }, value: sum(({ l2 }) => l2.errors) },
      ],
    ),
    gauge(
      "precept_cache_rules",
      "Rules in the memory of this process.",
      sum(({ l1 }) => l1.rules),
    ),
    gauge(
      "precept_cache_evictions",
      "How often the rules of an owner were dropped from memory.",
      sum(({ l1 }) => l1.evictions),
    ),
    gauge(
      "precept_cache_reloads",
      "How often the rules of an owner were read from a store.",
      sum(({ store }) => store.reads),
    ),
    gauge(
      "precept_cache_stale_answers",
      "Calls that were answered from memory although a store could not confirm the rules.",
      sum(({ staleAnswers }) => staleAnswers),
    ),
  ];
}

/** Memory, processor time and start of this process, under the names that Prometheus recommends. */
export function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    gauge("process_cpu_seconds_total", "Processor time.", (user + system) / 1_000_000, "counter"),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", performance.timeOrigin / 1000),
    gauge("nodejs_heap_used_bytes", "Memory of JavaScript objects.", heapUsed),
  ];
}
