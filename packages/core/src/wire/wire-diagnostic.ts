import type { Diagnostic } from "../model/diagnostic.ts";
import type { Fix } from "../model/fix.ts";

/** The wire format of a diagnostic. */
export interface WireDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly end_line: number | null;
  readonly end_column: number | null;
  readonly fix: Fix | null;
  /** Whether resolutions may lack rules, or parts of rules, because of the problem. */
  readonly incomplete: boolean;
}

/** Converts a diagnostic to its wire format. */
export function toWireDiagnostic(diagnostic: Diagnostic): WireDiagnostic {
  const { code, severity, message, hint = null, file = null, line = null, column = null } = diagnostic;
  const { endLine = null, endColumn = null, fix = null, incomplete = false } = diagnostic;
  return { code, severity, message, hint, file, line, column, end_line: endLine, end_column: endColumn, fix, incomplete };
}
