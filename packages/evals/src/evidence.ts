import { compareText, type Diagnostic, type Rule } from "@precept/core";
import { sha256 } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { verdicts } from "./report/verdict.ts";
import { resultsPath } from "./paths.ts";
import type { EvalResults, ReadResults, RuleEvidence } from "./results.ts";
import { askedEffect } from "./statistics/runs-needed.ts";

/** What the last eval says about a rule. */
export interface StoredEvidence extends RuleEvidence {
  /** Whether the text of the rule has changed since it was measured. */
  readonly isOutdated: boolean;
  /** The number of runs, with and without the rule. */
  readonly runs: number;
}

/** Returns the last result of a rule. Undefined if it was never measured. */
export function evidenceOf({ name, content }: Pick<Rule, "name" | "content">, results: EvalResults): StoredEvidence | undefined {
  const found = Object.hasOwn(results.rules, name) ? results.rules[name] : undefined;
  if (found === undefined) return undefined;
  const { counts } = found;
  return { ...found, isOutdated: found.sha256 !== sha256(content), runs: (counts.with?.of ?? 0) + (counts.without?.of ?? 0) };
}

/** Describes a result in one line: `+80 points (47 to 94) in 40 runs of 2026-01-31: it helps`. */
export function describeEvidence({ effect, runs, date, verdict, isOutdated }: StoredEvidence): string {
  const value =
    effect === undefined
      ? ""
      : `${effect.value > 0 ? "+" : ""}${points(effect.value)} points (${points(effect.low)} to ${points(effect.high)}) `;
  return `${value}in ${runs} runs of ${date}: ${verdicts[verdict]}${isOutdated ? "; the rule has changed since" : ""}`;
}

/**
 * Reports rules that do harm or have no effect by their last result, and results that are outdated. An eval with so few runs that it could have missed an
 * effect of 20 points is no reason to report a rule.
 */
export function checkEvidence(rules: readonly Rule[], results: ReadResults): readonly Diagnostic[] {
  if (results.problem !== undefined) return [report("eval/results-unreadable", { file: resultsPath })];
  return rules
    .toSorted((left, right) => compareText(left.name, right.name))
    .flatMap((rule): readonly Diagnostic[] => {
      const evidence = evidenceOf(rule, results);
      if (evidence === undefined) return [];
      const location = { file: rule.origin.path, line: 1, column: 1 };
      const what = `The rule "${rule.name}" had ${describeEvidence({ ...evidence, isOutdated: false })}.`;
      if (evidence.isOutdated)
        return [
          report("eval/outdated", location, `The rule "${rule.name}" has changed since it was measured on ${evidence.date}.`),
        ];
      if (evidence.verdict === "harms") return [report("eval/harmful", location, what)];
      const isRuledOut = evidence.effect !== undefined && evidence.effect.high < askedEffect;
      const hasNone =
        evidence.verdict === "redundant" || ((evidence.verdict === "itself" || evidence.verdict === "none") && isRuledOut);
      return hasNone ? [report("eval/no-effect", location, what)] : [];
    });
}

function points(share: number): string {
  return String(Math.round(share * 100));
}
