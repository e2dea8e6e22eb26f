import type { Expression } from "../model/policy.ts";
import { requiredLiterals } from "./required-literals.ts";

/** Required literals that were extracted before: extracting them takes longer than searching a text for them. */
export interface KnownLiterals {
  /** Returns the required literals of a pattern; null if it requires none, undefined if they are not known. */
  get(pattern: Expression): readonly string[] | null | undefined;
}

/** Joins known literals. The first that knows a pattern is asked. */
export function joinKnownLiterals(all: readonly KnownLiterals[]): KnownLiterals {
  return {
    get(pattern) {
      for (const one of all) {
        const literals = one.get(pattern);
        if (literals !== undefined) return literals;
      }
      return undefined;
    },
  };
}

/** Returns the required literals of a pattern, which are extracted if they are not known. Undefined if it requires none. */
export function literalsFor(pattern: Expression, known: KnownLiterals | undefined): readonly string[] | undefined {
  const literals = known?.get(pattern);
  return literals === undefined ? requiredLiterals(pattern.source, pattern.flags) : (literals ?? undefined);
}
