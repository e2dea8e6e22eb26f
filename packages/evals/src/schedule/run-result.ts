import type { PlannedRun } from "./plan-runs.ts";

/** The tokens that model servers reported for a run. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** Why a run did not follow the rules. */
export interface Breach {
  readonly kind: "policy" | "match" | "command" | "question" | "unchanged";
  /** For example the id of the policy. */
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** What a run showed. */
export interface RunResult {
  readonly run: PlannedRun;
  /** `done`: it counts. `failed`: the agent could not do the task, for example because its program is missing. It does not count. */
  readonly status: "done" | "failed";
  /** Whether the agent followed the rules. Undefined if it failed. */
  readonly followed?: boolean;
  readonly breaches: readonly Breach[];
  /** Why it failed, or what stopped the agent. */
  readonly problem?: string;
  /** Undefined if no model call was recorded. */
  readonly usage?: Usage;
  /** Undefined without a price or without a usage. */
  readonly cost?: number;
  /** How often a model was called. */
  readonly calls: number;
}
