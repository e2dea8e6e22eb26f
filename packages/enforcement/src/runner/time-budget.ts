import { Script } from "node:vm";

/** The name of the global symbol through which the script finds the work. */
const slotName = "@precept/enforcement.work";
const slot = globalThis as Record<symbol, unknown>;

const script = new Script(`globalThis[Symbol.for(${JSON.stringify(slotName)})]()`);

/** Runs synchronous work, and stops it after a time at any point, without `finally`. @returns whether it finished */
export function runWithin(milliseconds: number, work: () => void): boolean {
  // Not in a new context, which would take 1 ms to create.
  slot[Symbol.for(slotName)] = work;
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
    return true;
  } catch (error) {
    if (error instanceof Object && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    slot[Symbol.for(slotName)] = undefined;
  }
}
