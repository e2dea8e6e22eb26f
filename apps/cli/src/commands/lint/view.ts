import { compareLocations, type Diagnostic } from "@precept/core";
import { countProblems, viewProblems } from "../../terminal/problems.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";
import type { Findings } from "./collect.ts";
import type { FixOutcome } from "./fix.ts";

/** What is wrong, and how much of it a program could put right. */
export function viewFindings(
  { rules, diagnostics }: Pick<Findings, "rules" | "diagnostics">,
  { isFixing }: { readonly isFixing: boolean },
  style: Style,
): string {
  const found = diagnostics.length === 0 ? style.green("no problems") : countProblems(diagnostics);
  const advice = isFixing ? [] : adviseFix(diagnostics, style);
  return `${[...viewProblems(diagnostics, style), `${count(rules.length, "rule")} checked: ${found}`, ...advice].join("\n")}\n`;
}

function adviseFix(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  const safe = fixable.filter(({ fix }) => fix?.safe).length;
  const lines = [
    ...(safe > 0 ? [`--fix puts ${safe} of them right`] : []),
    ...(fixable.length > safe ? [`--fix-unsafe ${fixable.length - safe} ${safe > 0 ? "more" : "of them"}`] : []),
  ];
  return lines.length === 0 ? [] : [style.dim(lines.join(", "))];
}

/** What was put right, or would be, file by file. */
export function viewFixes({ written, changed, isDry }: FixOutcome & { readonly isDry: boolean }, style: Style): string {
  const fixes = written.flatMap(({ fixed }) => fixed);
  const lines = fixes.toSorted(compareLocations).map(({ file = "", line, fix, code }) => {
    const place = printable(line === undefined ? file : `${file}:${line}`);
    return [place, style.green(isDry ? "would be fixed" : "fixed"), printable(fix?.title ?? ""), style.dim(code)].join("  ");
  });
  const conflicts = changed.map((file) => `${printable(file)}  ${style.red("not fixed")}  it was changed in the meantime`);
  return [...lines, ...conflicts].map((line) => `${line}\n`).join("");
}
