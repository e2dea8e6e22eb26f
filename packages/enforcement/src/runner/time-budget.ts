import { Script } from "node:vm";
import { cpuTime } from "./cpu-time.ts";

/** The name of the global symbol through which the script finds the work. */
const slotName = "@precept/enforcement.work";
const slot = globalThis as Record<symbol, unknown>;

const script = new Script(`globalThis[Symbol.for(${JSON.stringify(slotName)})]()`);

/** How often work is started. Each time it may take twice as long, so the last time 256 times as long. */
const maxAttempts = 9;

/**
 * Runs synchronous work, and stops it at any point, without `finally`, when it has used a budget of CPU time.
 *
 * V8 can only stop work after a wall time, in which other processes may have used the CPU. Work that was stopped before
 * it used its budget is called again, so it must be able to start again.
 *
 * @param milliseconds the CPU time of one call.
 * @returns whether it finished.
 */
export function runWithin(milliseconds: number, work: () => void): boolean {
  const budget = Math.max(1, Math.ceil(milliseconds));
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const start = cpuTime();
    if (runUntilAlarm(budget * 2 ** attempt, work)) return true;
    if (cpuTime() - start >= budget) return false;
  }
  return false;
}

function runUntilAlarm(milliseconds: number, work: () => void): boolean {
  // Not in a new context, which would take 1 ms to create.
  slot[Symbol.for(slotName)] = work;
  try {
    script.runInThisContext({ timeout: milliseconds });
    return true;
  } catch (error) {
    if (error instanceof Object && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    slot[Symbol.for(slotName)] = undefined;
  }
}
