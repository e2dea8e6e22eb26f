import type { Diagnostic } from "../model/diagnostic.ts";

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
