import { compareText } from "@precept/core";
import type { PriorityNotification } from "@precept/governance";

/** A notification, and its place in the order in which they were sent. */
export interface QueuedNotification extends PriorityNotification {
  /** From 1. */
  readonly seq: number;
}

/** What every result tells of the queue, so that nothing depends on a notification getting through. */
export interface QueueHead {
  /** That of the latest notification; 0 before there is one. One that is higher than the last one seen: something was found since. */
  readonly seq: number;
  readonly count: number;
  /** The most urgent, and of those the latest. */
  readonly head: QueuedNotification | null;
}

/** The latest notifications, the most urgent first, for whoever missed them. */
export interface PriorityQueue {
  /** Adds notifications, and gives them back with their numbers. */
  push(notifications: readonly PriorityNotification[]): readonly QueuedNotification[];
  entries(): readonly QueuedNotification[];
  head(): QueueHead;
  /** Calls the listener whenever something was added. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** @param limit how many are kept; of more, the least urgent goes, and of those the oldest. Default 100. */
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

/** Priorities are in the order of their names: P0 comes first. */
function byUrgency(left: QueuedNotification, right: QueuedNotification): number {
  return compareText(left.priority, right.priority) || right.seq - left.seq;
}
