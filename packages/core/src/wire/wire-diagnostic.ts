import type { Diagnostic } from "../model/diagnostic.ts";
import type { Fix } from "../model/fix.ts";

/** A diagnostic as every wire carries it. */
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
  /** Whether answers may lack rules, or parts of them, because of it. */
  readonly incomplete: boolean;
}

export function toWireDiagnostic(diagnostic: Diagnostic): WireDiagnostic {
  const { code, severity, message, hint = null, file = null, line = null, column = null } = diagnostic;
  const { endLine = null, endColumn = null, fix = null, incomplete = false } = diagnostic;
  return { code, severity, message, hint, file, line, column, end_line: endLine, end_column: endColumn, fix, incomplete };
}
