/** What one round of a trial did and found. */
export interface Round {
  /** What happened, by name. The report adds up the rounds. */
  readonly counts: Readonly<Record<string, number>>;
  /** One text for each thing that is wrong. */
  readonly failures: readonly string[];
}

/** How much one round does: `sample` is what `pnpm test` waits for. */
export type Size = "sample" | "full";

/** Runs one round. The seed determines what it tries, but not the timing of processes. */
export type RunRound = (seed: number, size: Size) => Promise<Round>;
