import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { AppliedRule } from "../model/resolution.ts";
import { formatNumber } from "../text/format-number.ts";
import { measureLength } from "../text/measure-length.ts";
import type { ToolLimit } from "./tool-limits.ts";

/** Reports applied rules that are longer than the tool reads of one rule. They stay in the answer, which is not a file of the tool. */
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
