import type { DecisionAction, PolicyAction, Phase, PolicySeverity, Priority, SubjectKind } from "@precept/contract/values";
import type { Diagnostic, Json } from "@precept/core";

/** A policy that is violated at one location. */
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
  /** The column after the last character. */
  readonly endColumn: number;
  /** The offset of the match in the text, in UTF-16 code units. */
  readonly offset: number;
  /** The length of the match, in UTF-16 code units. */
  readonly length: number;
  /** The matched text, with secrets redacted. Empty if the text violates the policy as a whole. */
  readonly match: string;
  /** The groups of the match by number (`1`, `2`, …) and by name, except for groups that did not match. */
  readonly groups: Readonly<Record<string, string>>;
  /** The text with which the policy's fix replaces the match. Secrets are not redacted here. */
  readonly replacement?: string;
  /** The line on which the match begins, truncated if it is long. */
  readonly excerpt: string;
  readonly message: string;
  readonly suggestion?: string;
  /** Identifies the violation when it moves within its file. */
  readonly fingerprint: string;
  /** Why the policy could not be checked. Such a policy counts as violated, but asks a human instead of stopping. */
  readonly indeterminate?: string;
  /** True for a managed policy, whose violations neither comments nor a baseline accept. */
  readonly managed?: true;
}

/** Whether a comment or a baseline can accept a violation: its policy was checked, and is not managed. */
export function isAcceptable({ indeterminate, managed }: Violation): boolean {
  return indeterminate === undefined && managed === undefined;
}

/** A violation that is accepted: by a `precept-ignore` comment, by the baseline, or by a human that was asked. */
export interface AcceptedViolation {
  readonly violation: Violation;
  readonly by: "suppression" | "baseline" | "approval";
  readonly reason?: string;
}

/**
 * Why a policy was skipped. `disabled`: `enabled` is false. `declared`: it has no `match`. `phase`, `glob`, `filter`,
 * `tool`, `input`, `subject`: this precondition failed. `prefilter`: the text lacks a required literal or keyword.
 * `excepted`: `unless` excepts all matches, or (`byValue`) their values do not meet `valid_as` and `min_entropy`.
 * `sequence`: what the policy requires has not happened in the session. `unavailable`: a package that it needs is not
 * installed. `indeterminate`: it could not be checked.
 * `suppressed`, `baseline`: all violations are accepted. `shadow`: it is in shadow mode.
 */
export type SkippedPolicyReason =
  | { readonly kind: "disabled" }
  | { readonly kind: "declared" }
  | { readonly kind: "phase"; readonly phase: Phase; readonly phases: readonly Phase[] }
  | { readonly kind: "glob"; readonly file?: string; readonly patterns: readonly string[] }
  | { readonly kind: "filter"; readonly key: string; readonly wanted: Json; readonly actual?: Json }
  | { readonly kind: "tool"; readonly tool?: string; readonly wanted: readonly string[] }
  | { readonly kind: "input"; readonly path: string }
  | { readonly kind: "subject"; readonly subject: SubjectKind; readonly wanted: readonly SubjectKind[] }
  | { readonly kind: "prefilter"; readonly keywords?: readonly string[] }
  | { readonly kind: "excepted"; readonly count: number; readonly byValue?: true }
  | { readonly kind: "sequence"; readonly count: number; readonly required: number; readonly lacksEarlier: boolean }
  | { readonly kind: "unavailable"; readonly cause: string }
  | { readonly kind: "indeterminate"; readonly cause: string }
  | { readonly kind: "suppressed"; readonly count: number }
  | { readonly kind: "baseline"; readonly count: number }
  | { readonly kind: "shadow"; readonly count: number };

/** A policy that does not affect the decision, and why. */
export interface SkippedPolicy {
  readonly policy: string;
  readonly reason: SkippedPolicyReason;
}

/** The result of a check of one text, or of several. */
export interface Decision {
  readonly action: DecisionAction;
  /** The violations that determine the action, in the order of the text. */
  readonly violations: readonly Violation[];
  /** Accepted violations. They do not affect the action. */
  readonly accepted: readonly AcceptedViolation[];
  /** The violations of policies in shadow mode. They do not affect the action. */
  readonly shadowed: readonly Violation[];
  /** The ids of the policies that were checked and not violated. */
  readonly passed: readonly string[];
  readonly skipped: readonly SkippedPolicy[];
  /** Unused suppressions, and policies that could not be checked. */
  readonly diagnostics: readonly Diagnostic[];
}
