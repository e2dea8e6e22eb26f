import type { Round, Size } from "../trial.ts";
import { runWriters } from "./run-writers.ts";
import { workloads } from "./workloads.ts";

const seconds: Readonly<Record<Size, number>> = { sample: 1, full: 20 };

/** Four processes make the same kind of change concurrently. Each acknowledged change must be there exactly once. A round tries one kind. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const kinds = Object.keys(workloads);
  const kind = kinds[seed % kinds.length] ?? "";
  const { acknowledged, failures } = await runWriters(kind, seconds[size], seed);
  const idle = acknowledged === 0 ? ["no change was acknowledged"] : [];
  return {
    counts: { [`${kind}: acknowledged`]: acknowledged },
    failures: [...idle, ...failures.slice(0, 20)].map((failure) => `${kind}: ${failure}`),
  };
}
