import { comparePlaces, compareText, type Diagnostic, type Severity } from "@precept/core";
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

/** For standard error, beside an answer that does not mention what is wrong: one line for the rule files, and each problem that has no file. */
export function summariseProblems(diagnostics: readonly Diagnostic[], style: Style): string {
  const serious = diagnostics.filter(isSerious);
  const inFiles = serious.filter((diagnostic) => diagnostic.file !== undefined);
  const others = serious.filter((diagnostic) => diagnostic.file === undefined);
  const lines = viewProblems(others, style);
  if (inFiles.length > 0)
    lines.push(`${style.yellow("note")}  ${countProblems(inFiles)} in rule files; \`precept lint\` shows them`);
  return lines.map((line) => `${line}\n`).join("");
}

export function isSerious(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== "info";
}

/** Names and values, one pair a line. */
export function viewFields(fields: readonly (readonly [name: string, value: string])[], style: Style): string[] {
  return columns(fields.map(([name, value]) => [style.dim(name), value]));
}

function colourOf(severity: Severity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.cyan }[severity];
}

function placeOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

function inOrder(left: Diagnostic, right: Diagnostic): number {
  return comparePlaces(left, right) || compareText(left.code, right.code);
}
