import type { StoreEvent } from "@precept/core";

/** Seeded decisions of a simulation. */
export interface Decisions {
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
}

/** Delays messages and delivers them in random order, so that calls of several clients interleave. */
export class Network {
  readonly #decisions: Decisions;
  readonly #onMessage: () => void;
  readonly #pending: (() => void)[] = [];
  /** How many events are lost, from 0 to 1. */
  readonly #loss: number;

  /** @param onMessage called before each message is delivered. */
  constructor(decisions: Decisions, onMessage: () => void) {
    this.#decisions = decisions;
    this.#onMessage = onMessage;
    this.#loss = [0, 0.2, 0.6][decisions.below(3)] ?? 0;
  }

  /** Resolves when the message arrives. */
  travel(): Promise<void> {
    return new Promise((resolve) => this.#pending.push(resolve));
  }

  /** Delivers an event late, or twice, or never. */
  send(event: StoreEvent, deliver: (event: StoreEvent) => void): void {
    if (this.#decisions.chance(this.#loss)) return;
    const copies = this.#decisions.chance(0.15) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) this.#pending.push(() => deliver(event));
  }

  /** Delivers up to this many messages, and lets the receivers work after each. */
  async deliver(messages: number): Promise<void> {
    for (let sent = 0; sent < messages; sent += 1) {
      await becomeIdle();
      const [message] = this.#pending.splice(this.#decisions.below(Math.max(1, this.#pending.length)), 1);
      if (message === undefined) return;
      this.#onMessage();
      message();
    }
    await becomeIdle();
  }
}

/** Waits until all code that does not wait for the network has run. */
function becomeIdle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
