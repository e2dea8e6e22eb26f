/** Whose rule it is. The order is the order of precedence, lowest first. */
export const scopes = ["global", "user", "project", "session"] as const;

export type Scope = (typeof scopes)[number];

/** The precedence of a scope: 0 for `global` up to 3 for `session`. */
export function scopeRank(scope: Scope): number {
  return scopes.indexOf(scope);
}
