import type { SharedState } from "../ports/state/shared-state.ts";
import { MemoryLog } from "./memory-log.ts";
import { createMemoryRateLimiter } from "./memory-rate-limiter.ts";
import { MemoryRecords } from "./memory-records.ts";
import { PreceptError } from "../model/error.ts";
import { stateUses } from "../ports/state/shared-state.ts";

export interface MemoryStateOptions {
  /** The clock, in milliseconds. It never goes back. */
  readonly now: () => number;
}

/**
 * Creates state in memory, for one process: the reference of the port.
 *
 * @example
 * ```ts
 * import { createMemoryState } from "@precept/core";
 *
 * await using state = createMemoryState({ now: () => performance.now() });
 * const wait = await state.rates.take("client", 60);
 * ```
 */
export function createMemoryState({ now }: MemoryStateOptions): SharedState {
  const records = new Map<string, MemoryRecords>();
  const logs = new Map<string, MemoryLog>();
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new PreceptError("STORE_CLOSED", { store: "memory" });
  };
  const rates = createMemoryRateLimiter({ now });
  return {
    records(use, owner) {
      const key = JSON.stringify([use, owner]);
      const found = records.get(key) ?? new MemoryRecords(stateUses[use].retainDays, now, requireOpen);
      records.set(key, found);
      return found;
    },
    log(use, owner) {
      const key = JSON.stringify([use, owner]);
      const found = logs.get(key) ?? new MemoryLog(stateUses[use].retainEntries, requireOpen);
      logs.set(key, found);
      return found;
    },
    rates: {
      async take(key, perMinute) {
        requireOpen();
        return rates.take(key, perMinute);
      },
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
    },
  };
}
