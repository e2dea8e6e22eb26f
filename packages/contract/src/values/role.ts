/** The roles of clients, each with the rights of those before it. */
export const roles = ["reader", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/** Whether a role has at least the rights of another one. */
export function hasRole(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required);
}
