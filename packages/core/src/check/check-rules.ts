import type { BudgetOptions } from "../budget/options.ts";
import { findConflicts, activeRules } from "./find-conflicts.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Rule } from "../model/rule.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import { checkBudget } from "./check-budget.ts";
import { report } from "./check-catalogue.ts";
import { findUnmatchedGlobs, type UnmatchedGlob } from "./find-unmatched-globs.ts";
import { locateGlob } from "./locate-in-source.ts";
import { reportConflict, type TextOf } from "./report-conflict.ts";
import { SourceText } from "./source-text.ts";

/** What the rules of a project are checked with. */
export interface RuleCheckOptions {
  readonly textOf: TextOf;
  /** All files of the project, relative to it, with `/` between segments. Absent: patterns are not held against them. */
  readonly files?: readonly string[] | undefined;
  readonly budget?: BudgetOptions | undefined;
  readonly tokens?: TokenCounter | undefined;
}

/**
 * Checks rules against each other, against the budget and against the files that there are. What is wrong with one file alone is told by reading it
 * and by `checkText`.
 */
export function checkRules(rules: readonly Rule[], { textOf, files, budget, tokens }: RuleCheckOptions): readonly Diagnostic[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const inForce = activeRules(rules);
  return [
    ...findConflicts(rules).map((conflict) => reportConflict(conflict, byId, textOf)),
    ...(files === undefined ? [] : findUnmatchedGlobs(inForce, files).map((unmatched) => reportGlob(unmatched, textOf))),
    ...checkBudget(inForce, budget, tokens),
  ];
}

function reportGlob({ rule, glob, isUnreachable, suggestion }: UnmatchedGlob, textOf: TextOf): Diagnostic {
  const what = `No file of the project matches "${glob}"`;
  const only =
    rule.globs.length === 1 ? ", so the rule never applies." : ", nor any other pattern of the rule, so it never applies.";
  const message = isUnreachable ? what + only : `${what}.`;
  const code = isUnreachable ? "glob/unreachable" : "glob/unmatched";
  const source = new SourceText(textOf(rule) ?? "", rule.origin.path);
  return report(code, locateGlob(source, glob), suggestion === undefined ? message : `${message} ${suggestion}`);
}
