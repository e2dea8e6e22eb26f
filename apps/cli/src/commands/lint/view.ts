import type { Diagnostic } from "@precept/core";
import { countProblems, viewProblems } from "../../terminal/problems.ts";
import type { Style } from "../../terminal/style.ts";
import { count } from "../../terminal/text.ts";

export interface Findings {
  /** How many rules were read. */
  readonly rules: number;
  readonly diagnostics: readonly Diagnostic[];
}

export function viewFindings({ rules, diagnostics }: Findings, style: Style): string {
  const found = diagnostics.length === 0 ? style.green("no problems") : countProblems(diagnostics);
  return `${[...viewProblems(diagnostics, style), `${count(rules, "rule")} checked: ${found}`].join("\n")}\n`;
}
