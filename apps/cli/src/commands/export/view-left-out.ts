import type { Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { RuleReport } from "@precept/transfer";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";
import { describeForAny, nameTools } from "./tool-names.ts";

/** The largest number of rules to list for one reason. */
const maxListed = 10;

interface LeftOutRule {
  readonly rule: Rule;
  readonly tools: readonly Dialect[];
  readonly reason: string;
}

/**
 * Lists the rules that tools do not get, one line per rule with the tools and the reason. Reasons that few rules have come first. Of many rules with
 * the same reason, the first ten are listed, unless `all` is set.
 */
export function viewLeftOut(reports: readonly RuleReport[], all: boolean, style: Style): string[] {
  const groups = Map.groupBy(joinTools(reports), ({ tools, reason }) => `${tools.map(({ id }) => id).join()} ${reason}`);
  const rows = [...groups.values()]
    .toSorted((left, right) => left.length - right.length)
    .flatMap((group) => {
      const listed = all || group.length <= maxListed + 1 ? group : group.slice(0, maxListed);
      const rest = group.length - listed.length;
      const [first] = group;
      return [
        ...listed.map((one) => toRow(printable(one.rule.name), one, style)),
        ...(rest === 0 || first === undefined ? [] : [toRow(`and ${count(rest, "rule")} more`, first, style)]),
      ];
    });
  return columns(rows, style);
}

function toRow(name: string, { tools, reason }: LeftOutRule, style: Style): readonly string[] {
  return [`  ${name}`, `${style.yellow("left out")} for ${nameTools(tools)}: ${printable(reason)}`];
}

/** Joins the reports about one rule that have the same reason. */
function joinTools(reports: readonly RuleReport[]): readonly LeftOutRule[] {
  const joined = Map.groupBy(reports, ({ rule, target, notes }) => `${rule.id}\n${reasonOf(target, notes)}`);
  return [...joined.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { rule, target, notes } = first;
    return [{ rule, tools: same.map((one) => one.target), reason: reasonOf(target, notes) }];
  });
}

function reasonOf(target: Dialect, notes: RuleReport["notes"]): string {
  return notes.map(({ message }) => describeForAny(message, target)).join("; ");
}
