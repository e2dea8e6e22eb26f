import { createPriorityQueue, type PriorityQueue } from "@precept/mcp";

/** Beyond this number, the least recently used queue is dropped with its notifications. */
const maxQueues = 1000;

/** The notifications about violations of clients without a session of the protocol, which outlive their requests. */
export class ViolationQueues {
  /** Least recently used first. */
  readonly #queues = new Map<string, PriorityQueue>();

  /** Returns the queue of a client. @param key identifies the client, its project and the session that it names. */
  get(key: string): PriorityQueue {
    const queue = this.#queues.get(key) ?? createPriorityQueue();
    this.#queues.delete(key);
    this.#queues.set(key, queue);
    const [oldest = key] = this.#queues.keys();
    if (this.#queues.size > maxQueues) this.#queues.delete(oldest);
    return queue;
  }
}
