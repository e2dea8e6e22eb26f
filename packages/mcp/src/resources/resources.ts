import type { PreceptHost } from "../host/precept-host.ts";
import { createPriorityQueue, type PriorityQueue } from "../queue/priority-queue.ts";
import type { ResourceSource } from "../host/resource-source.ts";
import { contextSource } from "./context-source.ts";
import { rulesSource } from "./rules-source.ts";
import { violationsSource } from "./violations-source.ts";

/** The resources of a host, and its queue of notifications. */
export interface HostResources {
  readonly sources: readonly ResourceSource[];
  readonly queue: PriorityQueue;
}

/** Returns the sources of all resources that a host has. */
export function resourcesOf({ rules, policies, context, violations, resources = [] }: PreceptHost): HostResources {
  const queue = violations ?? createPriorityQueue();
  const sources = [
    ...(policies === undefined ? [] : [violationsSource(queue)]),
    ...(rules === undefined ? [] : [rulesSource(rules)]),
    ...(context === undefined ? [] : [contextSource(context)]),
    ...resources,
  ];
  return { sources, queue };
}
