import type { Fix } from "./fix.ts";
import type { SourceLocation } from "./location.ts";

/** error: the rule is not used. warning: it is used, but surely not as meant. info: worth knowing. */
export type DiagnosticSeverity = "error" | "warning" | "info";

/** Something wrong in a user's document. Diagnostics are returned, never thrown: one bad file harms no other. */
export interface Diagnostic {
  /** Permanent, `topic/problem`. */
  readonly code: string;
  readonly severity: DiagnosticSeverity;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The file, as people know it: relative to the project where it lies inside it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
  /** Where it ends: the line, and the column behind its last character. Absent: not known. */
  readonly endLine?: number;
  readonly endColumn?: number;
  /** How it can be put right by a program. */
  readonly fix?: Fix;
  /** True if answers may lack rules, or parts of them, because of it. */
  readonly incomplete?: true;
}

/** What a diagnostic code means: one row of a catalogue. */
export interface DiagnosticEntry {
  readonly severity: DiagnosticSeverity;
  /** What is wrong, as a heading. */
  readonly title: string;
  /** What to do about it, for any document. */
  readonly hint?: string;
  /**
   * Set where answers may lack rules, or parts of them, because of it. A resolution carries such diagnostics of its stores, so that it is
   * never silently shorter than it should be. Default: not set.
   */
  readonly incomplete?: true;
}

/** A catalogue of codes as a function: `report("glob/empty", place, message)` makes the diagnostic, with the catalogue's severity and hint. */
export function createReporter<Catalogue extends Record<string, DiagnosticEntry>>(catalogue: Catalogue) {
  return function report(
    code: keyof Catalogue & string,
    place: SourceLocation,
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
      ...(place.file !== undefined && { file: place.file }),
      ...(place.line !== undefined && { line: place.line }),
      ...(place.column !== undefined && { column: place.column }),
      ...(place.endLine !== undefined && { endLine: place.endLine }),
      ...(place.endColumn !== undefined && { endColumn: place.endColumn }),
      ...(fix !== undefined && { fix }),
      ...(entry.incomplete === true && { incomplete: true }),
    };
  };
}
