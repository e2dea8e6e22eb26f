/** What one round of a trial did and found. */
export interface Round {
  /** What happened, by name. The report adds up the rounds. */
  readonly counts: Readonly<Record<string, number>>;
  /** One text for each thing that is wrong. */
  readonly failures: readonly string[];
  /** Texts for the report that are no failures. */
  readonly notes?: readonly string[];
}

/** How much one round does: `sample` is what `pnpm test` waits for. */
export type Size = "sample" | "full";

/** Runs one round. The seed determines what it tries, but not the timing of processes. */
export type RunRound = (seed: number, size: Size) => Promise<Round>;

/** What the module of a trial exports. */
export interface Trial {
  readonly runRound: RunRound;
  /** Removes what the rounds share. */
  readonly end?: () => void | Promise<void>;
}
