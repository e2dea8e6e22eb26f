import type { PreceptHost } from "../host/precept-host.ts";
import { createPriorityQueue, type PriorityQueue } from "../queue/priority-queue.ts";
import type { ResourceSource } from "../host/resource-source.ts";
import { contextSource } from "./context-source.ts";
import { rulesSource } from "./rules-source.ts";
import { notificationsUri } from "../names.ts";

export interface HostResources {
  readonly sources: readonly ResourceSource[];
  readonly queue: PriorityQueue;
}

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

function violationsSource(queue: PriorityQueue): ResourceSource {
  const mimeType = "application/json";
  return {
    list: async () => [
      { uri: notificationsUri, name: "notifications", mimeType, description: "The latest violations, most urgent first." },
    ],
    async read(uri) {
      if (uri !== notificationsUri) return undefined;
      return [{ uri, mimeType, text: JSON.stringify({ ...queue.head(), notifications: queue.entries() }) }];
    },
    subscribe: (listener) => queue.subscribe(() => listener({ kind: "updated", uri: notificationsUri })),
  };
}
