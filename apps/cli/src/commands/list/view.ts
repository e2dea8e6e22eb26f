import { inclusionTable, type Diagnostic, type Rule } from "@precept/core";
import { countDiagnostics, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

export interface Listing {
  readonly rules: readonly Rule[];
  /** Whether to show the project and the user of each rule. */
  readonly showsOwners: boolean;
  /** The diagnostics to show. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Prints rules as a table, and diagnostics below it. */
export function viewList({ rules, showsOwners, diagnostics }: Listing, style: Style): string {
  const owners = showsOwners ? ["project", "user"] : [];
  const rows = rules.map((rule) => [
    rule.enabled ? style.green(printable(rule.name)) : style.dim(printable(rule.name)),
    rule.scope,
    ...(showsOwners ? [printable(rule.projectId ?? "-"), printable(rule.userId ?? "-")] : []),
    printable(describeInclusion(rule)),
    String(rule.priority),
    style.dim(printable(rule.origin.path ?? rule.origin.store)),
  ]);
  const lines =
    rules.length === 0
      ? ["No rules."]
      : [...viewTable(["name", "scope", ...owners, "applies", "priority", "file"], rows, style), "", count(rules.length, "rule")];
  if (diagnostics.length > 0) {
    lines.push(
      "",
      `${style.bold("Problems")} ${style.dim(`(${countDiagnostics(diagnostics)})`)}`,
      ...viewDiagnostics(diagnostics, style, 2),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** The maximum length of a list of patterns, in characters. */
const maxGlobsLength = 48;

/** When a rule applies: its inclusion, or its patterns. */
function describeInclusion({ enabled, inclusion, globs, origin }: Rule): string {
  const inside = origin.base === undefined ? "" : ` inside ${origin.base}`;
  if (!enabled) return "disabled";
  if (inclusionTable[inclusion].trigger !== "files") return inclusion + inside;
  const patterns = globs.join(", ");
  return `${patterns.length > maxGlobsLength ? `${patterns.slice(0, maxGlobsLength - 1)}…` : patterns}${inside}`;
}
