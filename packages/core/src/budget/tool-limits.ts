import type { AppliedRule, BudgetLimit } from "../model/resolution.ts";
import type { BudgetOptions } from "./options.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { formatNumber } from "../text/format.ts";
import { measureLength } from "../text/measure-length.ts";

/** How much text of rules a tool reads. */
export interface ToolLimit {
  /** The name of the tool, for messages. */
  readonly tool: string;
  readonly max: number;
  /** UTF-16 code units, or UTF-8 bytes. */
  readonly unit: "characters" | "bytes";
  /** The total of all rules, or each rule on its own. */
  readonly appliesTo: "allRules" | "eachRule";
  /** What the tool does with text beyond the limit. `advisory`: only some features have it. Default `advisory`. */
  readonly effect?: "truncated" | "ignored" | "advisory";
  /** The dialects (`origin.dialect`) that the limit applies to, for files that the tool reads itself. Default: all. */
  readonly dialects?: readonly string[];
  /** What the tool does beyond the limit: a complete sentence. */
  readonly description: string;
}

/** Adds the limits of a tool for all rules to a budget, unless the budget already limits characters or bytes. */
export function addToolLimits(budget: BudgetOptions, limits: readonly ToolLimit[]): BudgetOptions {
  if (budget.characters !== undefined || budget.bytes !== undefined) return budget;
  const added: { characters?: number; bytes?: number } = {};
  const sources: { characters?: string; bytes?: string } = {};
  for (const { tool, max, unit, appliesTo } of limits) {
    if (appliesTo === "eachRule" || (added[unit] ?? Number.POSITIVE_INFINITY) <= max) continue;
    added[unit] = max;
    sources[unit] = describeSource(tool);
  }
  return { ...budget, ...added, sources: { ...budget.sources, ...sources } };
}

export function limitsOfEachRule(limits: readonly ToolLimit[]): readonly BudgetLimit[] {
  return limits
    .filter(({ appliesTo }) => appliesTo === "eachRule")
    .map(({ tool, max, unit, appliesTo }) => ({ name: unit, appliesTo, max, source: describeSource(tool) }));
}

export function describeSource(tool: string): string {
  return `limit of ${tool}`;
}

/** Reports applied rules beyond a limit of each rule. Does not shorten them: the answer is not a file of the tool. */
export function reportLongRules(applied: readonly AppliedRule[], limits: readonly ToolLimit[]): readonly Diagnostic[] {
  return limits
    .filter(({ appliesTo }) => appliesTo === "eachRule")
    .flatMap(({ tool, max, unit, description }) =>
      applied.flatMap(({ rule, content }) => {
        const length = measureLength(content, unit);
        if (length <= max) return [];
        const size = `${formatNumber(length)} ${unit}`;
        const message = `The rule "${rule.name}" (${size}) exceeds the limit of ${tool}: ${formatNumber(max)} ${unit}. ${description}`;
        return [report("budget/longer-than-tool-reads", { file: rule.origin.path }, message)];
      }),
    );
}
