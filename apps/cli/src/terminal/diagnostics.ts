import { compareLocations, compareText, type Diagnostic } from "@precept/core";
import { asLines, count, narrow, printable, type Style } from "./text.ts";
import { wrapLine } from "./layout.ts";

/** The indentation of the lines that belong to the line above, in spaces. */
const indentation = 4;

/**
 * Prints diagnostics by location: one line each, with the hint below it. Diagnostics that differ only in their location
 * share one line, with their locations below it.
 *
 * @param indent spaces before each line. Default: none.
 */
export function viewDiagnostics(diagnostics: readonly Diagnostic[], style: Style, indent = 0): string[] {
  return indentLines(
    groupIdentical(diagnostics).flatMap((group) => viewGroup(group, narrow(style, indent))),
    indent,
  );
}

const colours = { error: "red", warning: "yellow", info: "cyan" } as const;

type Group = readonly Diagnostic[];

function groupIdentical(diagnostics: readonly Diagnostic[]): readonly Group[] {
  const sorted = diagnostics.toSorted((left, right) => compareLocations(left, right) || compareText(left.code, right.code));
  const groups = Map.groupBy(sorted, ({ severity, code, message, hint }) => JSON.stringify([severity, code, message, hint]));
  return [...groups.values()];
}

function viewGroup(group: Group, style: Style, maxLocations = Infinity, showsHint = true): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { severity, message, code, hint } = first;
  const locations = [...new Set(group.map(locationOf))].filter((location) => location !== "");
  const isOneLine = locations.length < 2;
  const marked = style[colours[severity]](severity);
  const head = [...(isOneLine ? locations.map(printable) : []), marked, printable(message), style.dim(code)].join("  ");
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
  const { error = [], warning = [], info = [] } = Object.groupBy(diagnostics, ({ severity }) => severity);
  const counts = [count(error.length, "error"), count(warning.length, "warning"), count(info.length, "note")];
  return counts.filter((one) => !one.startsWith("0 ")).join(", ");
}

/** How many different diagnostics, and how many locations of each, are shown on standard error. */
const maxShown = 20;
const maxShownLocations = 5;

/**
 * Prints diagnostics for standard error if the answer does not show them. Prints gaps and diagnostics without a file in
 * full, and only counts those in the texts of rule files.
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

function isError([first]: Group): boolean {
  return first?.severity === "error";
}

/** Prints at most {@link maxShown} different diagnostics, errors first. */
function viewFirst(diagnostics: readonly Diagnostic[], style: Style): string {
  const groups = groupIdentical(diagnostics);
  const errors = groups.filter(isError);
  const others = groups.filter((group) => !isError(group));
  const shown = [errors.slice(0, maxShown), others.slice(0, Math.max(0, maxShown - errors.length))];
  const rest = diagnostics.length - shown.flat(2).length;
  const lines = shown.flatMap((some) =>
    some.flatMap((group, at) => {
      // If consecutive groups have the same hint, only the last one shows it.
      return viewGroup(group, style, maxShownLocations, group[0]?.hint !== some[at + 1]?.[0]?.hint);
    }),
  );
  if (rest > 0) lines.push(`${style.yellow("note")}  ${count(rest, "more problem")}; --json lists all of them`);
  return asLines(lines);
}

/** Returns a predicate for the diagnostics to show: all (`--all`), errors (`--quiet`), or errors and warnings. */
export function shownBy({ all = false, quiet = false }: { readonly all?: boolean; readonly quiet?: boolean }) {
  return (diagnostic: Diagnostic): boolean => (quiet ? diagnostic.severity === "error" : all || isSerious(diagnostic));
}

export function isSerious(diagnostic: Diagnostic): boolean {
  return diagnostic.severity !== "info";
}

function locationOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
