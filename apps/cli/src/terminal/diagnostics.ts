import { compareLocations, compareText, type Diagnostic, type DiagnosticSeverity } from "@precept/core";
import { asLines, count, narrow, printable, type Style } from "./text.ts";
import { wrapLine } from "./layout.ts";

/** The indentation of the lines that belong to the line above, in spaces. */
const indentation = 4;

/**
 * Prints diagnostics by location: one line each, with the hint below it. Diagnostics that differ only in their location share one line, with their
 * locations below it.
 *
 * @param indent spaces before each line. Default: none.
 */
export function viewDiagnostics(diagnostics: readonly Diagnostic[], style: Style, indent = 0): string[] {
  return indentLines(
    groupIdentical(diagnostics).flatMap((group) => viewGroup(group, narrow(style, indent))),
    indent,
  );
}

type Group = readonly [Diagnostic, ...Diagnostic[]];

function groupIdentical(diagnostics: readonly Diagnostic[]): readonly Group[] {
  const groups = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const diagnostic of diagnostics.toSorted(compareDiagnostics)) {
    const { severity, code, message, hint } = diagnostic;
    const key = JSON.stringify([severity, code, message, hint]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [diagnostic]);
    else group.push(diagnostic);
  }
  return [...groups.values()];
}

interface GroupView {
  /** The number of locations to show; the others are counted. Default: all. */
  readonly maxLocations?: number;
  readonly showsHint?: boolean;
}

function viewGroup(group: Group, style: Style, { maxLocations = Infinity, showsHint = true }: GroupView = {}): string[] {
  const [{ severity, message, code, hint }] = group;
  const locations = [...new Set(group.map(locationOf))].filter((location) => location !== "");
  const isOneLine = locations.length < 2;
  const head = [
    ...(isOneLine ? locations.map(printable) : []),
    colourOf(severity, style)(severity),
    printable(message),
    style.dim(code),
  ].join("  ");
  const below = isOneLine ? [] : locations.slice(0, maxLocations).map(printable);
  if (!isOneLine && locations.length > maxLocations) below.push(`… ${count(locations.length - maxLocations, "more location")}`);
  if (hint !== undefined && showsHint) below.push(style.dim(printable(hint)));
  return [...wrapLine(head, style, indentation), ...indentLines(below, indentation).flatMap((line) => wrapLine(line, style))];
}

function indentLines(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => " ".repeat(indent) + line);
}

/** `2 errors, 1 warning`; empty if there are no diagnostics. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return (["error", "warning", "info"] as const)
    .map(
      (severity) =>
        [severity === "info" ? "note" : severity, diagnostics.filter((one) => one.severity === severity).length] as const,
    )
    .filter(([, number]) => number > 0)
    .map(([noun, number]) => count(number, noun))
    .join(", ");
}

/** How many different diagnostics, and how many locations of each, are shown on standard error. */
const maxShown = 20;
const maxShownLocations = 5;

/**
 * Prints diagnostics for standard error if the answer does not show them. Prints gaps and diagnostics without a file in full, and only counts those in the
 * texts of rule files.
 */
export function summariseDiagnostics(diagnostics: readonly Diagnostic[], style: Style): string {
  const serious = diagnostics.filter(isSerious);
  const inTexts = serious.filter((diagnostic) => diagnostic.file !== undefined && !isGap(diagnostic));
  const note = `${style.yellow("note")}  ${countDiagnostics(inTexts)} in rule files; \`precept lint\` shows them`;
  const others = serious.filter((diagnostic) => diagnostic.file === undefined || isGap(diagnostic));
  return viewFirst(others, style) + (inTexts.length > 0 ? asLines(wrapLine(note, style, indentation)) : "");
}

/** Prints the gaps of an answer, see {@link isGap}, for standard error. */
export function viewGaps(diagnostics: readonly Diagnostic[], style: Style): string {
  return viewFirst(diagnostics.filter(isGap), style);
}

/** Whether the answer may lack rules for a reason other than the text of a rule file, which `precept lint` reports. */
export function isGap({ incomplete, line }: Diagnostic): boolean {
  return incomplete === true && line === undefined;
}

/** Prints at most {@link maxShown} different diagnostics, errors first. */
function viewFirst(diagnostics: readonly Diagnostic[], style: Style): string {
  const groups = groupIdentical(diagnostics);
  const errors = groups.filter(([{ severity }]) => severity === "error");
  const others = groups.filter(([{ severity }]) => severity !== "error");
  const shown = [errors.slice(0, maxShown), others.slice(0, Math.max(0, maxShown - errors.length))];
  const rest = diagnostics.length - shown.flat(2).length;
  const lines = shown.flatMap((some) =>
    some.flatMap((group, at) => {
      // If consecutive groups have the same hint, only the last one shows it.
      const showsHint = group[0].hint !== some[at + 1]?.[0].hint;
      return viewGroup(group, style, { maxLocations: maxShownLocations, showsHint });
    }),
  );
  if (rest > 0) lines.push(`${style.yellow("note")}  ${count(rest, "more problem")}; --json lists all of them`);
  return asLines(lines);
}

/** Returns a predicate for the diagnostics that an answer shows: all with `--all`, errors with `--quiet`, otherwise errors and warnings. */
export function shownBy({ all = false, quiet = false }: { readonly all?: boolean; readonly quiet?: boolean }) {
  return (diagnostic: Diagnostic): boolean => (quiet ? diagnostic.severity === "error" : all || isSerious(diagnostic));
}

export function isSerious(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== "info";
}

function colourOf(severity: DiagnosticSeverity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.cyan }[severity];
}

function locationOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return compareLocations(left, right) || compareText(left.code, right.code);
}
