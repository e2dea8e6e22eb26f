import type { DiagnosticSeverity } from "@precept/contract/values";
import type { Fix } from "./fix.ts";
import type { SourceLocation } from "./location.ts";

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
  /**
   * Set if resolutions may lack rules, or parts of rules, because of the problem. Every resolution includes such diagnostics of its stores, so
   * missing rules are always visible. Default: not set.
   */
  readonly incomplete?: true;
}

/**
 * Creates a function that creates diagnostics of a catalogue. Severity, and message and hint if none are given, come from the catalogue.
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
    const entry = catalogue[code] as DiagnosticEntry;
    const advice = hint ?? entry.hint;
    return {
      code,
      severity: entry.severity,
      message: message ?? `${entry.title}.`,
      ...(advice !== undefined && { hint: advice }),
      ...(location.file !== undefined && { file: location.file }),
      ...(location.line !== undefined && { line: location.line }),
      ...(location.column !== undefined && { column: location.column }),
      ...(location.endLine !== undefined && { endLine: location.endLine }),
      ...(location.endColumn !== undefined && { endColumn: location.endColumn }),
      ...(fix !== undefined && { fix }),
      ...(entry.incomplete === true && { incomplete: true }),
    };
  };
}
