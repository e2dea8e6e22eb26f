import type { CacheMetrics, CachedStore, RuleStore } from "@precept/core";
import type { ProjectState } from "../projects/projects.ts";
import type { Metric } from "./instruments.ts";

/** The hits and misses of the cached stores of the open projects. Empty if no store has a cache. */
export function cacheMetrics(states: readonly ProjectState[]): Metric[] {
  const stores = states.flatMap(({ project }) => project?.workspace.stores ?? []);
  const found = stores.filter(hasCache).map((store) => store.metrics());
  if (found.length === 0) return [];
  const total = (read: (metrics: CacheMetrics) => number): number => found.reduce((sum, metrics) => sum + read(metrics), 0);
  return [
    {
      name: "precept_cache_reads",
      help: "Reads of cached rules, by layer and result: `l1` is the memory of this process, `l2` the shared cache.",
      // Becomes smaller when a project is closed.
      type: "gauge",
      samples: () => [
        { labels: { layer: "l1", result: "hit" }, value: total(({ l1 }) => l1.hits) },
        { labels: { layer: "l1", result: "miss" }, value: total(({ l1 }) => l1.misses) },
        { labels: { layer: "l2", result: "hit" }, value: total(({ l2 }) => l2.hits) },
        { labels: { layer: "l2", result: "miss" }, value: total(({ l2 }) => l2.misses) },
        { labels: { layer: "l2", result: "error" }, value: total(({ l2 }) => l2.errors) },
      ],
    },
    {
      name: "precept_cache_rules",
      help: "Rules in the memory of this process.",
      type: "gauge",
      samples: () => [{ labels: {}, value: total(({ l1 }) => l1.rules) }],
    },
    {
      name: "precept_cache_stale_answers",
      help: "Reads that were answered from memory although the store could not confirm the rules.",
      type: "gauge",
      samples: () => [{ labels: {}, value: total(({ staleAnswers }) => staleAnswers) }],
    },
  ];
}

function hasCache(store: RuleStore): store is CachedStore {
  return "metrics" in store && typeof store.metrics === "function";
}
