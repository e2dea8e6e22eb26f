import type { Diagnostic } from "@precept/core";

/** Formats a diagnostic as one line: `code file:line:column`, without the parts that it does not have. */
export function describeDiagnostic({ code, file, line, column }: Diagnostic): string {
  return [code, [file, line, column].filter((part) => part !== undefined).join(":")].filter((part) => part !== "").join(" ");
}
