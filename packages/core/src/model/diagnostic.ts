import type { DiagnosticSeverity } from "@precept/contract/values";
import { withoutUndefined } from "./json.ts";
import type { TextEdit } from "../text/text-edit.ts";
import { compareText } from "../text/compare-text.ts";

/** A problem in a user's document. Diagnostics are returned, never thrown: a bad file does not affect the others. */
export interface Diagnostic {
  /** Permanent, `topic/problem`. */
  readonly code: string;
  readonly severity: DiagnosticSeverity;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The path of the file: relative to the project if it is inside, else absolute. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
  /** The line of the last character, from 1. Absent if unknown. */
  readonly endLine?: number;
  /** The column after the last character, from 1. Absent if unknown. */
  readonly endColumn?: number;
  /** An automatic correction, if there is one. */
  readonly fix?: Fix;
  /** True if resolutions may lack rules, or parts of rules, because of the problem. */
  readonly incomplete?: true;
}

/** A row of a diagnostic catalogue: what one code means. */
export interface DiagnosticEntry {
  readonly severity: DiagnosticSeverity;
  /** The problem as a heading, without a period. */
  readonly title: string;
  /** What to do about it, for any document. */
  readonly hint?: string;
  /** Set if resolutions may lack rules, or parts of them, because of the problem. Included in every resolution. */
  readonly incomplete?: true;
}

/**
 * Creates a function that creates diagnostics of a catalogue. Severity, and message and hint if none are given, come
 * from the catalogue.
 *
 * @example
 * ```ts
 * import { createReporter } from "@precept/core";
 *
 * const report = createReporter({ "glob/empty": { severity: "warning", title: "The glob is empty" } });
 * const diagnostic = report("glob/empty", { file: "a.md", line: 3, column: 1 });
 * ```
 */
export function createReporter<Catalogue extends Record<string, DiagnosticEntry>>(catalogue: Catalogue) {
  return function report(
    code: keyof Catalogue & string,
    location: SourceLocation,
    message?: string,
    hint?: string,
    fix?: Fix,
  ): Diagnostic {
    const { severity, title, hint: advice, incomplete } = catalogue[code] as DiagnosticEntry;
    const { file, line, column, endLine, endColumn } = location;
    return {
      code,
      ...withoutUndefined({
        severity,
        message: message ?? `${title}.`,
        hint: hint ?? advice,
        file,
        line,
        column,
        endLine,
        endColumn,
        fix,
        incomplete,
      }),
    };
  };
}

/** A correction for a diagnostic. Apply all of its edits or none. */
export interface Fix {
  /** An imperative sentence without a period: `Remove the characters`. */
  readonly title: string;
  /** In any order, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Whether the fix needs no review: the text looks the same to a reader, and the rule has its intended meaning. */
  readonly safe: boolean;
}

/** A range in a document. Lines and columns count from 1, columns in UTF-16 code units. `endColumn` is exclusive. */
export interface SourceLocation {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

/** Compares locations by file, line and column. */
export function compareLocations(left: SourceLocation, right: SourceLocation): number {
  return (
    compareText(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    (left.column ?? 0) - (right.column ?? 0)
  );
}

/** Removes duplicate diagnostics: those with the same code, location and message. Keeps the order. */
export function uniqueDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const known = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, file, line, column, message } = diagnostic;
    const key = JSON.stringify([code, file, line, column, message]);
    if (!known.has(key)) known.set(key, diagnostic);
  }
  return [...known.values()];
}

/** By the diagnostics of a store, which are the same array until one of them changes. */
const incompleteOnes = new WeakMap<readonly Diagnostic[], readonly Diagnostic[]>();

/** Selects the diagnostics of problems that make rules unavailable. */
export function selectIncomplete(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  // Most stores have none, and some return a new list each time.
  if (diagnostics.length === 0) return diagnostics;
  let incomplete = incompleteOnes.get(diagnostics);
  if (incomplete === undefined) {
    incomplete = diagnostics.filter((diagnostic) => diagnostic.incomplete === true);
    incompleteOnes.set(diagnostics, incomplete);
  }
  return incomplete;
}
