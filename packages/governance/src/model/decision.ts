import type { Diagnostic, Json } from "@precept/core";
import type { DecisionAction, PolicyAction } from "./policy-action.ts";
import type { Phase } from "./phase.ts";
import type { PolicySeverity } from "./policy-severity.ts";
import type { Priority } from "./priority.ts";
import type { SubjectKind } from "./subject.ts";

/** One policy broken at one place. */
export interface Violation {
  /** The id of the policy. */
  readonly policy: string;
  readonly version: string;
  readonly category: string;
  readonly severity: PolicySeverity;
  readonly priority: Priority;
  readonly action: PolicyAction;
  readonly phase?: Phase;
  readonly subject: SubjectKind;
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  readonly endLine: number;
  /** Behind the last character. */
  readonly endColumn: number;
  /** Where the match begins in the text, from 0, in UTF-16 code units. */
  readonly offset: number;
  /** Of the match, in UTF-16 code units. */
  readonly length: number;
  /** The matched text, with secrets hidden. Empty where the text as a whole is meant. */
  readonly match: string;
  /** What the groups of the pattern hold: `1`, `2`, … and names. Groups that took no part are not there. */
  readonly groups: Readonly<Record<string, string>>;
  /** What the policy's fix puts in the place of the match. It is the one part in which secrets are not hidden. */
  readonly replacement?: string;
  /** The line it begins on, cut where it is long. */
  readonly excerpt: string;
  readonly message: string;
  readonly suggestion?: string;
  /** The same for the same text in the same file, wherever in the file it moves. */
  readonly fingerprint: string;
  /** Why it could not be checked, in which case it counts as broken. */
  readonly indeterminate?: string;
}

/** A violation that somebody has accepted. */
export interface AcceptedViolation {
  readonly violation: Violation;
  readonly by: "suppression" | "baseline";
  readonly reason?: string;
}

/** Why a policy found nothing because it was not, or not wholly, looked for. */
export type SkippedPolicyReason =
  | { readonly kind: "disabled" }
  | { readonly kind: "declared" }
  | { readonly kind: "phase"; readonly phase: Phase; readonly phases: readonly Phase[] }
  | { readonly kind: "glob"; readonly file?: string; readonly patterns: readonly string[] }
  | { readonly kind: "filter"; readonly key: string; readonly wanted: Json; readonly actual?: Json }
  | { readonly kind: "prefilter"; readonly keywords?: readonly string[] }
  | { readonly kind: "excused"; readonly count: number }
  | { readonly kind: "indeterminate"; readonly problem: string }
  | { readonly kind: "suppressed"; readonly count: number }
  | { readonly kind: "baseline"; readonly count: number }
  | { readonly kind: "shadow"; readonly count: number };

/** A policy that has no part in the decision, and why. */
export interface SkippedPolicy {
  readonly policy: string;
  readonly reason: SkippedPolicyReason;
}

/** What is to be done about one text, or about many. */
export interface Decision {
  readonly action: DecisionAction;
  /** What the action is about, by place. */
  readonly violations: readonly Violation[];
  /** What somebody has accepted: it asks for nothing. */
  readonly accepted: readonly AcceptedViolation[];
  /** What policies in shadow mode found: it asks for nothing either. */
  readonly shadowed: readonly Violation[];
  /** The ids of the policies that were looked for and not found broken. */
  readonly passed: readonly string[];
  readonly skipped: readonly SkippedPolicy[];
  /** About suppressions that are of no use, and checks that could not be made. */
  readonly diagnostics: readonly Diagnostic[];
}
