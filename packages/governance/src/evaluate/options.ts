import type { Phase, GovernanceTables } from "@precept/contract/values";
import type { CandidateFinder } from "../prefilter/candidate-finder.ts";
import type { PolicyContext } from "../model/subject.ts";
import type { Baseline } from "../suppress/read-baseline.ts";
import type { ProgressOf } from "../sequences/apply-sequences.ts";
import type { TextHash } from "../model/fingerprint.ts";
import type { ProjectFiles } from "../commands/project-files.ts";
import type { PatternRunner } from "./pattern-runner.ts";

/** Options of `evaluate`. Only `hash` is required. */
export interface EvaluateOptions {
  /** Hashes texts for fingerprints. */
  readonly hash: TextHash;
  /** The phase of the agent's work. Default: policies of all phases are checked. */
  readonly phase?: Phase;
  /** The files of the project. Scripts that a command runs are read as part of it. Default: none is read. */
  readonly project?: ProjectFiles;
  /** Values for `context_filter`. `subject` is always the kind of the subject. */
  readonly context?: PolicyContext;
  /** Whether `metadata.priority_boost` raises policies to P2. Default false. */
  readonly highQuality?: boolean;
  /** Default: {@link defaultTables}. */
  readonly tables?: GovernanceTables;
  /** Runs the patterns. Default: `unboundedRunner`, which has no time limit. */
  readonly runner?: PatternRunner;
  /** Selects the patterns that are run. It may return too many, but never too few. Default: all. */
  readonly candidates?: CandidateFinder;
  /** Violations that are accepted by fingerprint. */
  readonly baseline?: Baseline;
  /** Whether `precept-ignore` comments in the text accept violations. Default: in files and plain text only. */
  readonly inlineSuppressions?: boolean;
  /**
   * Decides whether policies with a sequence are violated. `hold`: each match counts as if its sequence held, for
   * callers of `applySequences`. A function returns the earlier progress. Default: the first call of a session.
   */
  readonly sequences?: "hold" | ProgressOf;
  /** The maximum number of violations that are reported per policy. Default 1000. */
  readonly maxViolations?: number;
}

export const defaultMaxViolations = 1000;
