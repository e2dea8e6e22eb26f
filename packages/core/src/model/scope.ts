import { z } from "zod";

/** Whose rule it is. The order is the order of precedence, lowest first. */
export const scopes = ["global", "user", "project", "session"] as const;

export const scopeSchema = z.enum(scopes).describe("Whose rule it is: global < user < project < session.");

export type Scope = z.infer<typeof scopeSchema>;

/** The precedence of a scope: 0 for `global` up to 3 for `session`. */
export function scopeRank(scope: Scope): number {
  return scopes.indexOf(scope);
}
