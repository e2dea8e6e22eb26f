import { setImmediate as nextTurn } from "node:timers/promises";
import type { Runtime } from "../src/transport/runtime.ts";

/** A clock that only moves when the client waits. */
export interface TestRuntime extends Runtime {
  /** How long the client waited, in milliseconds. */
  readonly sleeps: number[];
}

export function createTestRuntime(random: () => number = () => 0.5): TestRuntime {
  const sleeps: number[] = [];
  let now = Date.parse("2026-01-02T03:04:05Z");
  return {
    sleeps,
    now: () => now,
    random,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      sleeps.push(milliseconds);
      now += milliseconds;
      await nextTurn();
      signal.throwIfAborted();
    },
  };
}
