import { inclusionTable, type Diagnostic, type Rule } from "@precept/core";
import { countProblems, isSerious, viewProblems } from "../../terminal/problems.ts";
import type { Style } from "../../terminal/style.ts";
import { columns, count, printable } from "../../terminal/text.ts";

export interface Listing {
  readonly rules: readonly Rule[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether to show notes as well. */
  readonly all: boolean;
}

/** Rules as a table for people. */
export function viewList({ rules, diagnostics, all }: Listing, style: Style): string {
  const header = ["name", "scope", "applies", "priority", "file"].map((heading) => style.dim(heading));
  const rows = rules.map((rule) => [
    rule.enabled ? style.green(printable(rule.name)) : style.dim(printable(rule.name)),
    rule.scope,
    printable(whenItApplies(rule)),
    String(rule.priority),
    style.dim(printable(rule.origin.path ?? rule.origin.store)),
  ]);
  const shown = all ? diagnostics : diagnostics.filter(isSerious);
  const lines = rules.length === 0 ? ["No rules."] : [...columns([header, ...rows]), "", count(rules.length, "rule")];
  if (shown.length > 0) {
    lines.push(
      "",
      `${style.bold("Problems")} ${style.dim(`(${countProblems(shown)})`)}`,
      ...viewProblems(shown, style).map((line) => `  ${line}`),
    );
  }
  return `${lines.join("\n")}\n`;
}

const globsAtMost = 48;

/** When a rule applies, in few words. */
function whenItApplies({ enabled, inclusion, globs, origin }: Rule): string {
  const inside = origin.base === undefined ? "" : ` inside ${origin.base}`;
  if (!enabled) return "disabled";
  if (inclusionTable[inclusion].trigger !== "files") return inclusion + inside;
  const patterns = globs.join(", ");
  return `${patterns.length > globsAtMost ? `${patterns.slice(0, globsAtMost - 1)}…` : patterns}${inside}`;
}
