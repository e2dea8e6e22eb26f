import type { RunResult } from "../schedule/run-result.ts";
import type { Arm } from "../schedule/arms.ts";
import type { Observation } from "../score/observation.ts";
import type { EvalCase } from "../model/eval-case.ts";
import type { JudgeAccuracy } from "../statistics/judge.ts";

/** What an eval was started with. */
export interface EvalRecord {
  readonly version: 1;
  readonly id: string;
  /** ISO 8601. */
  readonly started: string;
  readonly cases: readonly EvalCase[];
  readonly arms: readonly Arm[];
  /** For each case and arm. */
  readonly runs: number;
  /** The digests of the texts of the rules, by name. */
  readonly rules: Readonly<Record<string, string>>;
  /** How accurate the judge of each case is that has a question. */
  readonly judges: Readonly<Record<string, JudgeAccuracy>>;
}

/** A finished run. */
export interface RunRecord {
  readonly result: RunResult;
  readonly observation: Observation;
  /** The number of the file with its model calls. */
  readonly attempt: number;
}

/** Whose call of a model server it is. */
export type Caller = "agent" | "judge";
