import { createReporter } from "@precept/core";

/** The diagnostics of eval cases, and of results of evals. Codes are permanent. */
export const evalDiagnostics = {
  "eval/yaml": { severity: "error", title: "An eval case is not valid YAML, so it cannot be run" },
  "eval/invalid": { severity: "error", title: "An eval case has a missing or invalid value, so it cannot be run" },
  "eval/unknown-key": { severity: "error", title: "An eval case has an unknown key, so it cannot be run" },
  "eval/unknown-rule": {
    severity: "error",
    title: "An eval case is about a rule that the project does not have",
    hint: "`precept list` shows the rules. Evals are about rules that all users of the project share.",
  },
  "eval/unknown-policy": {
    severity: "error",
    title: "An eval case expects a policy that is not active",
    hint: "`precept policies list` shows the policies.",
  },
  "eval/nothing-expected": {
    severity: "error",
    title: "An eval case does not say what following the rule is",
    hint: "Add `expect:` to the case, or `checks: [POLICY]` to the rule.",
  },
  "eval/no-agent": {
    severity: "error",
    title: "An eval case has no agent",
    hint: "Add `agent:` to the case, or to `.precept/evals/defaults.yaml`.",
  },
  "eval/no-judge": {
    severity: "error",
    title: "An eval case has a question and no judge",
    hint: "Add `judge:` to the case, or to `.precept/evals/defaults.yaml`.",
  },
  "eval/harmful": {
    severity: "warning",
    title: "Agents followed a rule less often with it than without it",
    hint: "Read what it says as an agent would, or delete it. `precept eval` measures it again.",
  },
  "eval/no-effect": {
    severity: "info",
    title: "A rule has no effect in evals, and a cost in tokens",
    hint: "Delete it, or write what agents do not do by themselves.",
  },
  "eval/results-unreadable": {
    severity: "warning",
    title: "The results of evals cannot be read, so no rule shows its result",
    hint: "Restore .precept/evals/results.json from version control, or delete it.",
  },
  "eval/outdated": {
    severity: "info",
    title: "A rule was measured, and has changed since",
    hint: "`precept eval` measures it again.",
  },
} as const;

export type EvalDiagnosticCode = keyof typeof evalDiagnostics;

export const report: ReturnType<typeof createReporter<typeof evalDiagnostics>> = createReporter(evalDiagnostics);
