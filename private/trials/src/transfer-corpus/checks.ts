/** What is checked of each repository, by name. */
export const checkNames = ["import", "export", "again", "check", "lines", "scopes", "skill links", "edits", "revert"] as const;

export type CheckName = (typeof checkNames)[number];

/** Collects what is wrong with a repository, by check. */
export class Problems {
  readonly #found = new Map<CheckName, string[]>();

  add(check: CheckName, ...problems: readonly string[]): void {
    this.#found.set(check, [...(this.#found.get(check) ?? []), ...problems]);
  }

  of(check: CheckName): readonly string[] {
    return this.#found.get(check) ?? [];
  }
}
