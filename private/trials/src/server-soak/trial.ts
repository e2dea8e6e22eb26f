import type { Round, Size } from "../trial.ts";
import { runSoak, type SoakOptions } from "./run.ts";

const sizes = {
  sample: { seconds: 2, rules: 200, connections: 10 },
  full: { seconds: 300, rules: 10_000, connections: 20 },
} satisfies Record<Size, SoakOptions>;

/** Loads a server while rules change every second. Every answer must be right, every change must be announced, and memory must not grow. */
export async function runRound(_seed: number, size: Size): Promise<Round> {
  const { requests, edits, failures } = await runSoak(sizes[size]);
  return { counts: { answers: requests, edits }, failures: failures.slice(0, 20) };
}
