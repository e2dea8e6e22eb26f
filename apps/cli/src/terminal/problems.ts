import { compareLocations, compareText, type Diagnostic, type DiagnosticSeverity } from "@precept/core";
import type { Style } from "./style.ts";
import { columns, count, printable } from "./text.ts";

/** What is wrong, by place: a line each, and what to do about it below. */
export function viewProblems(diagnostics: readonly Diagnostic[], style: Style): string[] {
  return diagnostics.toSorted(inOrder).flatMap((diagnostic) => {
    const { severity, message, hint, code } = diagnostic;
    const place = placeOf(diagnostic);
    const head = [
      ...(place === "" ? [] : [printable(place)]),
      colourOf(severity, style)(severity),
      printable(message),
      style.dim(code),
    ].join("  ");
    return hint === undefined ? [head] : [head, `    ${style.dim(printable(hint))}`];
  });
}

/** `2 errors, 1 warning`; empty where there is nothing to count. */
export function countProblems(diagnostics: readonly Diagnostic[]): string {
  return (["error", "warning", "info"] as const)
    .map(
      (severity) =>
        [severity === "info" ? "note" : severity, diagnostics.filter((one) => one.severity === severity).length] as const,
    )
    .filter(([, number]) => number > 0)
    .map(([noun, number]) => count(number, noun))
    .join(", ");
}

/** How many problems are shown in full on standard error. */
const maxShown = 20;

/**
 * The problems of an answer for standard error, where the answer itself does not mention them: gaps and problems without a file in full, of those
 * in the texts of rule files only the number.
 */
export function summariseProblems(diagnostics: readonly Diagnostic[], style: Style): string {
  const serious = diagnostics.filter(isSerious);
  const inTexts = serious.filter((diagnostic) => diagnostic.file !== undefined && !isGap(diagnostic));
  const note = `${style.yellow("note")}  ${countProblems(inTexts)} in rule files; \`precept lint\` shows them\n`;
  const others = serious.filter((diagnostic) => diagnostic.file === undefined || isGap(diagnostic));
  return viewFirst(others, style) + (inTexts.length > 0 ? note : "");
}

/** The gaps of an answer, see {@link isGap}, for standard error. */
export function viewGaps(diagnostics: readonly Diagnostic[], style: Style): string {
  return viewFirst(diagnostics.filter(isGap), style);
}

/** Whether rules may be missing from the answer for a reason that is not in the text of a rule file, where `precept lint` would find it. */
export function isGap({ incomplete, line }: Diagnostic): boolean {
  return incomplete === true && line === undefined;
}

/** Errors first, and no more than standard error has room for. */
function viewFirst(diagnostics: readonly Diagnostic[], style: Style): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.filter(({ severity }) => severity !== "error");
  const shown = [errors.slice(0, maxShown), others.slice(0, Math.max(0, maxShown - errors.length))];
  const rest = diagnostics.length - shown.flat().length;
  const lines = shown.flatMap((some) => viewProblems(withoutRepeatedHints(some.toSorted(inOrder)), style));
  if (rest > 0) lines.push(`${style.yellow("note")}  ${count(rest, "more problem")}; --json lists all of them`);
  return lines.map((line) => `${line}\n`).join("");
}

/** Of neighbours with the same hint only the last one has it. */
function withoutRepeatedHints(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic, at) => {
    const { hint, ...rest } = diagnostic;
    return hint !== undefined && hint === diagnostics[at + 1]?.hint ? rest : diagnostic;
  });
}

export function isSerious(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== "info";
}

/** Names and values, one pair a line. */
export function viewFields(fields: readonly (readonly [name: string, value: string])[], style: Style): string[] {
  return columns(fields.map(([name, value]) => [style.dim(name), value]));
}

function colourOf(severity: DiagnosticSeverity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.cyan }[severity];
}

function placeOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

function inOrder(left: Diagnostic, right: Diagnostic): number {
  return compareLocations(left, right) || compareText(left.code, right.code);
}
