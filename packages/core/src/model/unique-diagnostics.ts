import type { Diagnostic } from "./diagnostic.ts";

/** The diagnostics without repetitions, in order. Two are the same if they report the same problem in the same place in the same words. */
export function uniqueDiagnostics(diagnostics: Iterable<Diagnostic>): readonly Diagnostic[] {
  const known = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, file, line, column, message } = diagnostic;
    const key = JSON.stringify([code, file, line, column, message]);
    if (!known.has(key)) known.set(key, diagnostic);
  }
  return [...known.values()];
}
