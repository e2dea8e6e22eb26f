import { compareText } from "@precept/core";
import type { PriorityNotification } from "@precept/governance";

/** A notification with its sequence number. */
export interface QueuedNotification extends PriorityNotification {
  /** From 1. */
  readonly seq: number;
}

/** The state of the queue, which is in every result, so that clients notice notifications that they missed. */
export interface QueueHead {
  /** The number of the latest notification; 0 if there is none. It rises with each new one. */
  readonly seq: number;
  readonly count: number;
  /** The latest of the most urgent notifications. */
  readonly head: QueuedNotification | null;
}

/** A bounded queue of notifications, most urgent first. */
export interface PriorityQueue {
  /** Adds notifications and returns them with their numbers. */
  push(notifications: readonly PriorityNotification[]): readonly QueuedNotification[];
  entries(): readonly QueuedNotification[];
  head(): QueueHead;
  /** Calls the listener when notifications are added. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** @param limit the maximum number. Beyond it, the oldest of the least urgent notifications is dropped. Default 100. */
export function createPriorityQueue(limit = 100): PriorityQueue {
  let queue: readonly QueuedNotification[] = [];
  let seq = 0;
  const listeners = new Set<() => void>();
  return {
    push(notifications) {
      const added = notifications.map((notification) => ({ seq: (seq += 1), ...notification }));
      queue = [...queue, ...added].toSorted(byUrgency).slice(0, limit);
      if (added.length > 0) for (const listener of listeners) listener();
      return added;
    },
    entries: () => queue,
    head: () => ({ seq, count: queue.length, head: queue[0] ?? null }),
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** Orders by priority, P0 first, then newest first. */
function byUrgency(left: QueuedNotification, right: QueuedNotification): number {
  return compareText(left.priority, right.priority) || right.seq - left.seq;
}
