import type { Diagnostic } from "./diagnostic.ts";

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
