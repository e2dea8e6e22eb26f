import type { FidelityNote, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";

/** A rule that is not exported to a target, or not completely, with the reasons. */
export interface RuleReport {
  readonly rule: Rule;
  readonly target: Dialect;
  readonly notes: readonly FidelityNote[];
}

/** A rule that a target reads in one or several files. */
export interface RuleReading {
  readonly rule: Rule;
  readonly target: Dialect;
  /** Relative to the project. */
  readonly paths: readonly string[];
}

/** A rule that a target reads in a file where it differs from the rule. */
export interface FileReport extends RuleReport {
  /** Relative to the project. */
  readonly path: string;
}
