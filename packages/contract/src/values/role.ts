import type { Scope } from "./rules.ts";

/** The roles of clients, each with the rights of those before it. */
export const roles = ["reader", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/**
 * Returns the role that a client needs to change a rule. Rules of global scope, and rules of other users, need an admin.
 *
 * @param isOwn whether the rule belongs to the user of the client.
 */
export function roleToWrite(scope: Scope, isOwn: boolean): Role {
  return scope === "project" || (isOwn && scope !== "global") ? "editor" : "admin";
}

/** Whether a role has at least the rights of another one. */
export function hasRole(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required);
}
