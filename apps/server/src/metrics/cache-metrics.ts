import type { CacheMetrics } from "@precept/core";
import type { ProjectState } from "../projects/projects.ts";
import type { Metric } from "./instruments.ts";

/** How the rulebooks of the open projects answered: from memory, from a shared cache, or by reading stores. */
export function cacheMetrics(states: readonly ProjectState[]): Metric[] {
  const found = states.flatMap(({ project }) => project?.workspace.rulebook.metrics() ?? []);
  // Numbers become smaller when a project is closed.
  const total = (name: string, help: string, read: (metrics: CacheMetrics) => number): Metric => ({
    name,
    help,
    type: "gauge",
    samples: () => [{ labels: {}, value: sum(read) }],
  });
  const sum = (read: (metrics: CacheMetrics) => number): number => found.reduce((all, metrics) => all + read(metrics), 0);
  return [
    {
      name: "precept_cache_reads",
      help: "Calls that needed rules, by layer and result: `l1` is the memory of this process; `l2` is the shared cache, with the rules of each owner counted apart.",
      type: "gauge",
      samples: () => [
        { labels: { layer: "l1", result: "hit" }, value: sum(({ l1 }) => l1.hits) },
        { labels: { layer: "l1", result: "miss" }, value: sum(({ l1 }) => l1.misses) },
        { labels: { layer: "l2", result: "hit" }, value: sum(({ l2 }) => l2.hits) },
        { labels: { layer: "l2", result: "miss" }, value: sum(({ l2 }) => l2.misses) },
        { labels: { layer: "l2", result: "error" }, value: sum(({ l2 }) => l2.errors) },
      ],
    },
    total("precept_cache_rules", "Rules in the memory of this process.", ({ l1 }) => l1.rules),
    total("precept_cache_evictions", "How often the rules of an owner were dropped from memory.", ({ l1 }) => l1.evictions),
    total("precept_cache_reloads", "How often the rules of an owner were read from a store.", ({ store }) => store.reads),
    total(
      "precept_cache_stale_answers",
      "Calls that were answered from memory although a store could not confirm the rules.",
      ({ staleAnswers }) => staleAnswers,
    ),
  ];
}
