import { compareText, formatNumber, type Rule, type RuleUsage } from "@precept/core";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

/** A rule and its usage. */
export interface UsedRule {
  readonly rule: Rule;
  /** Undefined: never used. */
  readonly usage: RuleUsage | undefined;
}

export interface ShownUsage {
  readonly used: readonly UsedRule[];
  /** The number of rules in stores that do not count uses. */
  readonly notCounted: number;
  readonly onlyUnused: boolean;
}

/** Prints how often rules were used as a table. */
export function viewUsage({ used, notCounted, onlyUnused }: ShownUsage, style: Style): string {
  const lines =
    used.length === 0 ? [onlyUnused ? "No unused rules." : "No rules whose uses are counted."] : viewUsages(used, style);
  if (notCounted > 0) {
    lines.push(style.dim(`${count(notCounted, "rule")} not counted: only a database that you may write counts uses`));
  }
  return `${lines.join("\n")}\n`;
}

function viewUsages(used: readonly UsedRule[], style: Style): string[] {
  const rows = used.map(({ rule, usage }) => [
    style.green(printable(rule.name)),
    formatNumber(usage?.count ?? 0),
    usage === undefined || usage.lastUsedAt === "" ? "never" : printable(usage.lastUsedAt),
    printable(usage?.lastSession ?? "-"),
    describeTools(usage),
  ]);
  return viewTable(["name", "uses", "last used", "last session", "tools"], rows, style);
}

/** `claude 3, cursor 1`, most uses first. */
function describeTools(usage: RuleUsage | undefined): string {
  const tools = Object.entries(usage?.tools ?? {}).toSorted(
    ([leftName, left], [rightName, right]) => right - left || compareText(leftName, rightName),
  );
  return tools.length === 0 ? "-" : tools.map(([tool, uses]) => `${printable(tool)} ${formatNumber(uses)}`).join(", ");
}
