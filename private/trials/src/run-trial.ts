import type { Round, RunRound, Size } from "./trial.ts";

export interface TrialOptions {
  /** How many rounds to run. */
  readonly rounds: number;
  /** The seed of the first round. Each further round adds 1. */
  readonly seed: number;
  /** No round starts after so many seconds. Default: no limit. */
  readonly seconds?: number;
  readonly size: Size;
  /** Called after each round. */
  readonly onRound?: (seed: number, round: Round) => void;
}

/** What a trial did and found. */
export interface TrialReport {
  readonly name: string;
  readonly rounds: number;
  readonly seed: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly Finding[];
  readonly notes: readonly Finding[];
}

interface Finding {
  /** The seed of the round. */
  readonly seed: number;
  readonly text: string;
}

/** A trial ends early after so many failed rounds. */
const maxFailedRounds = 3;

/** Runs the rounds of one trial, one after another. An error of a round is a failure. */
export async function runTrial(
  name: string,
  runRound: RunRound,
  { rounds, seed: first, seconds: limit = Infinity, size, onRound }: TrialOptions,
): Promise<TrialReport> {
  const counts: Record<string, number> = {};
  const failures: Finding[] = [];
  const notes: Finding[] = [];
  const start = performance.now();
  const elapsed = (): number => (performance.now() - start) / 1000;
  let done = 0;
  let failedRounds = 0;
  while (done < rounds && failedRounds < maxFailedRounds && (done === 0 || elapsed() < limit)) {
    const seed = first + done;
    const round: Round = await runRound(seed, size).catch((error: unknown) => ({
      counts: {},
      failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }));
    for (const [what, count] of Object.entries(round.counts)) counts[what] = (counts[what] ?? 0) + count;
    failures.push(...round.failures.map((text) => ({ seed, text })));
    notes.push(...(round.notes ?? []).map((text) => ({ seed, text })));
    if (round.failures.length > 0) failedRounds += 1;
    done += 1;
    onRound?.(seed, round);
  }
  return { name, rounds: done, seed: first, seconds: Math.round(elapsed()), counts, failures, notes };
}

/** Formats a report as text. */
export function describeReport({ name, rounds, seed, seconds, counts, failures, notes }: TrialReport): string {
  const totals = Object.entries(counts).map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  const verdict = failures.length === 0 ? "ok" : `${failures.length} failures`;
  const head = `${name}: ${verdict}; ${rounds} rounds from seed ${seed} in ${seconds} s${totals.length === 0 ? "" : `; ${totals.join(", ")}`}`;
  const lines = failures.map(
    ({ seed: of, text }) => `  pnpm trials ${name} --seed ${of} --rounds 1\n${text.replaceAll(/^/gm, "    ")}`,
  );
  return [head, ...notes.map(({ seed: of, text }) => `  seed ${of}: ${text}`), ...lines].join("\n");
}
