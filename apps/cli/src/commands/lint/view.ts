import { compareLocations, type Diagnostic } from "@precept/core";
import { countDiagnostics, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { asLines, count, printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/wrap.ts";
import type { Findings } from "./collect.ts";
import type { WrittenFixes } from "../../files/write-fixes.ts";
import type { FileFix } from "./fix.ts";

/**
 * Prints diagnostics, their number, and how many of them can be fixed.
 *
 * @param advisesFix whether to print how many can be fixed.
 */
export function viewFindings(
  { rules, diagnostics }: Pick<Findings, "rules" | "diagnostics">,
  { advisesFix }: { readonly advisesFix: boolean },
  style: Style,
): string {
  const found = diagnostics.length === 0 ? style.green("no problems") : countDiagnostics(diagnostics);
  const lines = [
    ...viewDiagnostics(diagnostics, style),
    `${count(rules.length, "rule")} checked: ${found}`,
    ...(advisesFix ? adviseFix(diagnostics, style) : []),
  ];
  return `${wrapLines(lines, style).join("\n")}\n`;
}

function adviseFix(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  const safe = fixable.filter(({ fix }) => fix?.safe).length;
  const lines = [
    ...(safe > 0 ? [`${safe} fixable with --fix`] : []),
    ...(fixable.length > safe ? [`${fixable.length - safe} ${safe > 0 ? "more " : ""}fixable with --fix-unsafe`] : []),
  ];
  return lines.length === 0 ? [] : [style.dim(lines.join(", "))];
}

/** Prints the fixes, one per line. */
export function viewFixes({ written, refused }: WrittenFixes<FileFix>, isDry: boolean, style: Style): string {
  const fixes = written.flatMap(({ fixed }) => fixed);
  const lines = fixes.toSorted(compareLocations).map(({ file = "", line, fix, code }) => {
    const location = printable(line === undefined ? file : `${file}:${line}`);
    return [location, style.green(isDry ? "would be fixed" : "fixed"), printable(fix?.title ?? ""), style.dim(code)].join("  ");
  });
  const conflicts = refused.map((file) => `${printable(file)}  ${style.red("not fixed")}  it changed in the meantime`);
  return asLines([...lines, ...conflicts]);
}
