import { requiredLiterals } from "./required-literals.ts";

/** A regular expression. */
interface PatternText {
  readonly source: string;
  readonly flags?: string;
}

/**
 * The literals by pattern object; null if it requires none. Not by its text: policies of another file must not
 * influence them.
 */
const known = new WeakMap<PatternText, readonly string[] | null>();

/**
 * Assigns the required literals to a pattern, or null if it requires none: extracting them takes longer than searching
 * a text for them.
 */
export function assignLiterals(pattern: PatternText, literals: readonly string[] | null): void {
  known.set(pattern, literals);
}

/**
 * Returns the required literals of a pattern. Undefined if it requires none. They are extracted once for each pattern
 * object.
 */
export function literalsFor(pattern: PatternText): readonly string[] | undefined {
  let literals = known.get(pattern);
  if (literals === undefined) known.set(pattern, (literals = requiredLiterals(pattern.source, pattern.flags ?? "") ?? null));
  return literals ?? undefined;
}
