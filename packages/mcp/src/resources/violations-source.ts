import { notificationsUri } from "../names.ts";
import type { PriorityQueue } from "../queue/priority-queue.ts";
import type { ResourceSource } from "../host/resource-source.ts";

/** Makes a resource of the notifications about violations, for clients that missed them. */
export function violationsSource(queue: PriorityQueue): ResourceSource {
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
