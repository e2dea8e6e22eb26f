import { createReporter, type DiagnosticEntry } from "@precept/core";

/** Every diagnostic about policies, as data. Codes are permanent. */
export const policyDiagnostics = {
  "policy/yaml": {
    severity: "error",
    title: "A policy is not valid YAML, and is not enforced",
    hint: "Patterns belong in single quotes: between double quotes YAML takes `\\` for an escape of its own.",
  },
  "policy/too-large": {
    severity: "error",
    title: "A file of policies is larger than 1 MiB, and none of them is enforced",
    hint: "Split it.",
  },
  "policy/not-a-policy": {
    severity: "error",
    title: "Where a policy was expected there is something else",
    hint: "A policy is a mapping with `id`, `severity` and `message`, alone, under `rule:`, or in a list.",
  },
  "policy/missing-field": {
    severity: "error",
    title: "A policy lacks a required field, and is not enforced",
  },
  "policy/invalid-value": {
    severity: "error",
    title: "A field of a policy has a value it cannot have; the policy is not enforced",
  },
  "policy/unknown-key": {
    severity: "warning",
    title: "A key is not one of a policy, and has no effect",
  },
  "policy/handler-violation": {
    severity: "info",
    title: "`VIOLATION` is no handler of its own: the severity decides what is done",
    hint: "Leave `handler` out, or name TERMINATE, QUICK_FIX, LOG_ONLY or SOFT_HOOK.",
  },
  "policy/pattern-invalid": {
    severity: "error",
    title: "The pattern of a policy is not a valid regular expression; the policy is not enforced",
  },
  "policy/pattern-dialect": {
    severity: "warning",
    title: "The pattern uses something that other languages know and JavaScript reads as plain letters",
  },
  "policy/pattern-empty": {
    severity: "warning",
    title: "The pattern matches the empty text, so every text breaks the policy",
    hint: "Replace a `*` by `+` somewhere.",
  },
  "policy/unless-all": {
    severity: "warning",
    title: "An exception matches the empty text, and may let every violation pass",
    hint: "Replace a `*` by `+` somewhere, or name more of what may stay.",
  },
  "policy/unless-without-pattern": {
    severity: "warning",
    title: "The policy has exceptions, but nothing that they would be exceptions of",
    hint: "Give it a pattern or keywords.",
  },
  "policy/pattern-dangerous": {
    severity: "error",
    title: "The pattern of a policy may take for ever; the policy is not enforced",
    hint: "Avoid a repetition inside a repetition, and alternatives that begin alike.",
  },
  "policy/unknown-group": {
    severity: "error",
    title: "A fix names a group that the pattern does not have; the policy is not enforced",
  },
  "policy/fix-without-pattern": {
    severity: "warning",
    title: "The policy has a fix, but nothing that would be replaced",
    hint: "Give it a pattern or keywords.",
  },
  "policy/unknown-placeholder": {
    severity: "warning",
    title: "A message has a placeholder that nothing fills",
  },
  "policy/never-checked": {
    severity: "error",
    title: "The policy is checked in no phase at all",
    hint: "Name other phases, or leave `phase` out.",
  },
  "policy/duplicate-id": {
    severity: "error",
    title: "Two policies have the same id; the second is not enforced",
    hint: "Give each policy an id of its own, or raise the version of the one that replaces the other.",
  },
  "policy/no-tests": {
    severity: "info",
    title: "The policy has no tests, so nobody knows whether it finds anything",
    hint: "Add `tests:` with texts under `valid:` and `invalid:`.",
  },
  "policy/test-missing": {
    severity: "error",
    title: "The policy does not find what its own test says it has to find; it is not enforced",
  },
  "policy/test-noisy": {
    severity: "error",
    title: "The policy finds something where its own test says there is nothing; it is not enforced",
  },
  "policy/test-misfixed": {
    severity: "error",
    title: "The fix of the policy does not give what its own test says; the policy is not enforced",
  },
  "policy/test-unreadable": {
    severity: "error",
    title: "A test of the policy cannot be run; the policy is not enforced",
  },
  "check/indeterminate": {
    severity: "warning",
    title: "A policy could not be checked",
    hint: "Simplify its pattern, or allow more time.",
  },
  "check/too-many": {
    severity: "info",
    title: "A policy is broken more often than is counted",
  },
  "suppression/blanket": {
    severity: "warning",
    title: "A suppression names no policy, and suppresses nothing",
    hint: "Write `precept-ignore ID -- reason`.",
  },
  "suppression/no-reason": {
    severity: "warning",
    title: "A suppression gives no reason, and suppresses nothing",
    hint: "Write `precept-ignore ID -- reason`.",
  },
  "suppression/unknown-policy": {
    severity: "warning",
    title: "A suppression names a policy that does not exist",
  },
  "suppression/unused": {
    severity: "warning",
    title: "A suppression suppresses nothing",
    hint: "Remove it.",
  },
  "baseline/invalid": {
    severity: "error",
    title: "The baseline cannot be read, and accepts nothing",
    hint: "Write it anew.",
  },
  "baseline/stale": {
    severity: "error",
    title: "The baseline accepts a violation that is no longer there",
    hint: "Prune the baseline, so that the violation cannot come back unseen.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type PolicyDiagnosticCode = keyof typeof policyDiagnostics;

/** Makes a diagnostic of the policies' catalogue. */
export const report: ReturnType<typeof createReporter<typeof policyDiagnostics>> = createReporter(policyDiagnostics);
