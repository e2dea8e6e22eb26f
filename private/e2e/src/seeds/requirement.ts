/** A document that Precept was designed from. */
export interface Seed {
  readonly title: string;
  /** The letter with which the ids of its requirements begin. */
  readonly letter: string;
  readonly requirements: readonly Requirement[];
}

export interface Requirement {
  /** Such as `C12`. It never changes: a new requirement gets the next number. */
  readonly id: string;
  /** The section of the seed. */
  readonly section: string;
  readonly text: string;
  /** The tests that show it: the path without `.test.ts`, a colon, and the title or a part of it. */
  readonly tests: readonly string[];
  /** What Precept does instead on purpose, and why. The tests show that. */
  readonly differs?: string;
}

/** The columns of a row are those of {@link Requirement}. */
export type RequirementRow = readonly [id: string, section: string, text: string, tests: readonly string[], differs?: string];

export function createSeed(title: string, rows: readonly RequirementRow[]): Seed {
  const requirements = rows.map(([id, section, text, tests, differs]) => ({
    id,
    section,
    text,
    tests,
    ...(differs !== undefined && { differs }),
  }));
  return { title, letter: rows[0]?.[0][0] ?? "", requirements };
}
