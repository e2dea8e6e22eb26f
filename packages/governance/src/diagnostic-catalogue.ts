import { policyActions } from "@precept/contract/values";
import { createReporter, type DiagnosticEntry } from "@precept/core";

/** The catalogue of all diagnostics about policies. Codes are permanent. */
export const policyDiagnostics = {
  "policy/yaml": {
    severity: "error",
    title: "A policy is not valid YAML, so it is not enforced",
    hint: "Put patterns in single quotes: between double quotes, `\\` begins a YAML escape.",
  },
  "policy/too-large": {
    severity: "error",
    title: "A policy file is larger than 1 MiB, so none of its policies is enforced",
    hint: "Split it into several files.",
  },
  "policy/not-a-policy": {
    severity: "error",
    title: "Expected a policy, found something else",
    hint: "A policy is a mapping with `id`, `severity` and `message`: alone, below `rule:`, or in a list.",
  },
  "policy/missing-field": { severity: "error", title: "A policy lacks a required field, so it is not enforced" },
  "policy/invalid-value": { severity: "error", title: "A field of a policy has an invalid value, so the policy is not enforced" },
  "policy/unknown-key": { severity: "warning", title: "A policy has an unknown key, which has no effect" },
  "policy/handler-violation": {
    severity: "info",
    title: "`VIOLATION` is not an action, so the severity decides",
    hint: `Remove \`handler\`, or use one of ${policyActions.join(", ")}.`,
  },
  "policy/pattern-invalid": {
    severity: "error",
    title: "The pattern of a policy is not a valid regular expression, so the policy is not enforced",
  },
  "policy/input-path": {
    severity: "error",
    title: "A path in `match.input` is invalid, so the policy is not enforced",
    hint: "Separate keys with dots. `items[].price` is the price of any item, `items[0].price` is the price of the first item.",
  },
  "policy/pattern-dialect": {
    severity: "warning",
    title: "The pattern uses syntax of another language, which JavaScript reads as plain letters",
  },
  "policy/pattern-empty": {
    severity: "warning",
    title: "The pattern matches the empty string, so every text violates the policy",
    hint: "Replace a `*` with `+`.",
  },
  "policy/control-character": {
    severity: "error",
    title: "A policy contains a control character, which no text contains, so it is not enforced",
    hint: "Put patterns in single quotes: between double quotes, YAML makes a backspace of `\\b`.",
  },
  "policy/never-matches": {
    severity: "error",
    title: "The pattern of a policy can never match, so the policy is not enforced",
    hint: "Correct the pattern, or remove the policy.",
  },
  "policy/never-applies": {
    severity: "error",
    title: "The conditions of a policy contradict each other, so it is never checked",
    hint: "Remove one of the conditions.",
  },
  "policy/pattern-newline": { severity: "warning", title: "The pattern ends with a line break, which the text must contain" },
  "policy/keywords-apart": {
    severity: "warning",
    title: "No keyword is part of what the pattern matches, so a match alone does not violate the policy",
    hint: "Remove `keywords`, unless the text must contain one of them somewhere else.",
  },
  "policy/unknown-subject": {
    severity: "error",
    title: "A context filter names an unknown subject, so the policy would never apply",
  },
  "policy/unknown-ci": {
    severity: "error",
    title: "A context filter names an unknown CI provider, so the policy would never apply, or in CI as well",
  },
  "policy/unknown-event": { severity: "warning", title: "A context filter names an event that no known host has" },
  "policy/unknown-tool": {
    severity: "warning",
    title: "A policy names a tool that no known host has, but a known tool has a similar name",
  },
  "policy/unknown-context": {
    severity: "warning",
    title: "A context filter names a key that no host supplies, but hosts supply a similar key",
  },
  "policy/unless-all": {
    severity: "warning",
    title: "An exception matches the empty string, so it may except every violation",
    hint: "Replace a `*` with `+`, or make the exception more specific.",
  },
  "policy/unless-without-pattern": {
    severity: "warning",
    title: "The policy has exceptions, but no pattern",
    hint: "Add a pattern or keywords.",
  },
  "policy/ignore-case-without-files": {
    severity: "error",
    title: "`match.ignore_case` has no effect without `file_patterns`, so the policy is not enforced",
    hint: "Use `flags: i` for a pattern, or remove `ignore_case`.",
  },
  "policy/value-without-pattern": {
    severity: "warning",
    title: "The policy checks values with `valid_as` or `min_entropy`, but has no pattern whose matches contain them",
    hint: "Add a pattern to the same block.",
  },
  "policy/pattern-dangerous": {
    severity: "error",
    title: "The pattern of a policy has a ReDoS risk (catastrophic backtracking), so the policy is not enforced",
    hint: "Avoid nested repetitions, and alternatives that begin in the same way.",
  },
  "policy/pattern-not-linear": {
    severity: "error",
    title: "A policy of priority P0 has a pattern that cannot be matched in linear time, so the policy is not enforced",
    hint: "Split the pattern into `pattern` and `unless`, or into several blocks in `all` and `absent`; or use `severity: HIGH`.",
  },
  "policy/unknown-group": {
    severity: "error",
    title: "A fix refers to a group that the pattern does not have, so the policy is not enforced",
  },
  "policy/fix-without-pattern": {
    severity: "warning",
    title: "The policy has a fix, but no pattern whose matches it could replace",
    hint: "Add a pattern or keywords.",
  },
  "policy/fix-with-sequence": {
    severity: "error",
    title: "A policy with a `sequence` has a fix, which could not be applied, so the policy is not enforced",
    hint: "Remove `fix`: whether the sequence holds is only known after the text was checked. Say in `suggestion` what to write instead.",
  },
  "policy/unknown-metavariable": {
    severity: "error",
    title: "A syntax condition refers to a metavariable that its pattern does not have",
  },
  "policy/unknown-placeholder": { severity: "warning", title: "A message contains an unknown placeholder" },
  "policy/never-checked": {
    severity: "error",
    title: "The policy is not checked in any phase",
    hint: "Name other phases, or remove `phase`.",
  },
  "policy/phase-excluded": {
    severity: "warning",
    title: "The policy names a phase in which the phase matrix excludes its priority, so it is not checked there",
    hint: "Remove the phase, allow the priority in `policies.tables.phase_matrix`, or set `limit_named_phases` to false.",
  },
  "policy/duplicate-id": {
    severity: "error",
    title: "Two policies have the same id; the second one is not enforced",
    hint: "Rename one of them, or give the replacement a higher version.",
  },
  "policy/no-tests": {
    severity: "info",
    title: "The policy has no tests, so it may never report a violation",
    hint: "Add `tests:` with texts below `valid:` and `invalid:`.",
  },
  "policy/test-missing": {
    severity: "error",
    title: "The policy reports no violation in one of its own invalid tests, so it is not enforced",
  },
  "policy/test-noisy": {
    severity: "error",
    title: "The policy reports a violation in one of its own valid tests, so it is not enforced",
  },
  "policy/test-misfixed": {
    severity: "error",
    title: "The fix of the policy has another result than its own test expects, so the policy is not enforced",
  },
  "policy/tests-not-run": {
    severity: "warning",
    title: "Tests of a policy were not run, because a package that they need is not installed",
  },
  "policy/test-unreadable": { severity: "error", title: "A test of the policy cannot be run, so the policy is not enforced" },
  "check/indeterminate": {
    severity: "warning",
    title: "A policy could not be checked",
    hint: "Simplify its pattern, or raise the time limit.",
  },
  "check/unavailable": {
    severity: "warning",
    title: "A policy is not checked, because a package that it needs is not installed",
    hint: "Install the package beside Precept, or disable the policy.",
  },
  "check/too-many": { severity: "info", title: "A policy has more violations than the limit" },
  "suppression/blanket": {
    severity: "warning",
    title: "A suppression names no policy, so it has no effect",
    hint: "Write `precept-ignore ID -- reason`.",
  },
  "suppression/no-reason": {
    severity: "warning",
    title: "A suppression gives no reason, so it has no effect",
    hint: "Write `precept-ignore ID -- reason`.",
  },
  "suppression/unknown-policy": { severity: "warning", title: "A suppression names an unknown policy" },
  "suppression/unused": { severity: "warning", title: "Unused suppression", hint: "Remove it." },
  "baseline/invalid": {
    severity: "error",
    title: "The baseline file is invalid, so it accepts nothing",
    hint: "Create it again with `precept check --update-baseline`.",
  },
  "baseline/stale": {
    severity: "error",
    title: "The baseline accepts a violation that no longer exists",
    hint: "Run `precept check --prune-baseline`, so that a new violation like it is reported.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type PolicyDiagnosticCode = keyof typeof policyDiagnostics;

/** Creates a diagnostic of the catalogue. */
export const report: ReturnType<typeof createReporter<typeof policyDiagnostics>> = createReporter(policyDiagnostics);
