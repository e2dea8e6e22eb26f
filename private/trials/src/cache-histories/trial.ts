import type { Round, Size } from "../trial.ts";
import { runHistory } from "./run.ts";

const histories: Readonly<Record<Size, number>> = { sample: 100, full: 100 };

/** Runs random histories of concurrent clients. No cached store may return an outdated answer. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const counts = { histories: 0, reads: 0, writes: 0, "cache hits": 0 };
  for (let at = 0; at < histories[size]; at += 1) {
    const { violations, log, counts: done, hits, sharedHits } = await runHistory(seed * 100 + at);
    counts.histories += 1;
    counts.reads += done.reads;
    counts.writes += done.writes;
    counts["cache hits"] += hits + sharedHits;
    if (violations.length === 0) continue;
    const lines = violations.map(
      ({ client, operation, problem }) => `client ${client}, ${JSON.stringify(operation)}: ${problem}`,
    );
    return {
      counts,
      failures: [[`history ${seed * 100 + at}`, ...lines, ...log.map((entry) => `  ${JSON.stringify(entry)}`)].join("\n")],
    };
  }
  return { counts, failures: [] };
}
