/** The scopes of rules by precedence, lowest first. */
export const scopes = ["global", "user", "project", "session"] as const;

export type Scope = (typeof scopes)[number];

/** The scope of a rule that does not set one. */
export const defaultScope: Scope = "project";

/** What the scope of a rule decides. */
export interface ScopeSpec {
  /** Precedence: of rules that declare the same name, the one with the highest rank applies. From 0, without gaps. */
  readonly rank: number;
  /** Where such rules apply, as a phrase for schemas and help. */
  readonly description: string;
  /** Whether such rules outlive the process. If not, they are kept in memory. */
  readonly isPersistent: boolean;
  /** Whether such rules are part of the project: export writes them, and checks compare their globs with the project's files. */
  readonly isProjectWide: boolean;
  /** Whether such a rule belongs to one user, whose id is its `userId`. */
  readonly isOwnedByUser: boolean;
}

/** The scopes as a table. The compiler requires a complete row for each. */
export const scopeTable: Readonly<Record<Scope, ScopeSpec>> = {
  global: {
    rank: 0,
    description: "all projects on this machine",
    isPersistent: true,
    isProjectWide: false,
    isOwnedByUser: false,
  },
  user: { rank: 1, description: "all projects of one user", isPersistent: true, isProjectWide: false, isOwnedByUser: true },
  project: { rank: 2, description: "one project", isPersistent: true, isProjectWide: true, isOwnedByUser: false },
  session: { rank: 3, description: "one session", isPersistent: false, isProjectWide: false, isOwnedByUser: false },
};

/** The precedence of a scope: 0 for `global` up to 3 for `session`. */
export function scopeRank(scope: Scope): number {
  return scopeTable[scope].rank;
}
