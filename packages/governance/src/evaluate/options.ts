import type { PatternSource } from "../model/pattern.ts";
import type { Phase } from "../model/phase.ts";
import type { PolicyContext } from "../model/subject.ts";
import type { GovernanceTables } from "../model/tables.ts";
import type { Baseline } from "../suppress/baseline.ts";
import type { TextHash } from "./fingerprint.ts";
import type { PatternRunner } from "./pattern-runner.ts";

/** How an evaluation is to be made, and what it may use of the outside. */
export interface EvaluateOptions {
  /** For fingerprints. */
  readonly hash: TextHash;
  /** The phase of the work. Undefined: policies of all phases are checked. */
  readonly phase?: Phase;
  /** What is known about the work. `subject` is what the text is, unless it is said here. */
  readonly context?: PolicyContext;
  /** Whether the work is to be of high quality: `metadata.priority_boost` then raises a policy to P2. Default false. */
  readonly highQuality?: boolean;
  /** Default: the tables of the house, {@link defaultTables}. */
  readonly tables?: GovernanceTables;
  /** Runs the patterns. Default: the engine at hand, for as long as they take. */
  readonly runner?: PatternRunner;
  /**
   * Says which patterns can match the text at all, so that only those are run: the ids of their policies. It may say too many, never too few.
   * Default: all.
   */
  readonly candidates?: (patterns: readonly PatternSource[], text: string) => Iterable<string>;
  /** What was accepted before. */
  readonly baseline?: Baseline;
  /** Whether comments in the text may accept violations. Default: in files and texts, and nowhere else. */
  readonly inlineSuppressions?: boolean;
  /** How many violations of one policy are told for one text. Default 1000. */
  readonly maxViolations?: number;
}

export const defaultMaxViolations = 1000;
