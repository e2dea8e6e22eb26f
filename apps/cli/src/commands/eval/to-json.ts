import type { EvalReport, RuleReport, RunResult } from "@precept/evals";

/** The report as `--json` prints it. */
export function reportToJson(report: EvalReport, failing: readonly RuleReport[], failures: readonly RunResult[]): object {
  const { id, started, rules, runs, usage, cost, stopped } = report;
  return {
    id,
    started,
    rules: rules.map(({ name, verdict, counts, effect, effectAmongOthers, runsNeeded, cases, breaches }) => ({
      name,
      verdict,
      counts,
      effect: effect ?? null,
      effect_among_others: effectAmongOthers ?? null,
      runs_needed: runsNeeded,
      cases,
      breaches,
    })),
    runs: { ...runs, failed: failures.length },
    usage: usage ?? null,
    cost: cost ?? null,
    stopped: stopped ?? null,
    failing: failing.map(({ name }) => name),
  };
}
