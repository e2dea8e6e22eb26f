import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { requiredLiterals } from "./required-literals.ts";

export interface PatternText {
  readonly source: string;
  readonly flags?: string;
}

/** The literals by pattern object; null if there are none. Not by source, which other files could influence. */
const known = new WeakMap<PatternText, readonly string[] | null>();

/** Assigns the required literals to a pattern, or null if there are none, so that they are not extracted again. */
export function assignLiterals(pattern: PatternText, literals: readonly string[] | null): void {
  known.set(pattern, literals);
}

/** Returns the required literals of a pattern, extracted once per pattern object. Undefined if there are none. */
export function literalsFor(pattern: PatternText): readonly string[] | undefined {
  return getOrInsertComputed(known, pattern, () => requiredLiterals(pattern.source, pattern.flags) ?? null) ?? undefined;
}
