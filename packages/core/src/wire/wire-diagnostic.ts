import type { WireDiagnostic } from "@precept/contract";
import type { Diagnostic } from "../model/diagnostic.ts";

/** Converts a diagnostic to its wire format. */
export function toWireDiagnostic(diagnostic: Diagnostic): WireDiagnostic {
  const { code, severity, message, hint = null, file = null, line = null, column = null } = diagnostic;
  const { endLine = null, endColumn = null, fix = null, incomplete = false } = diagnostic;
  return { code, severity, message, hint, file, line, column, end_line: endLine, end_column: endColumn, fix, incomplete };
}
