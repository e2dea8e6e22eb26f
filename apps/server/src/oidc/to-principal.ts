import { createHash } from "node:crypto";
import { roles, type LoginProblem, type Role } from "@precept/contract";
import { userIdPattern } from "@precept/workspace";
import type { Principal } from "../access/principal.ts";
import type { OidcOptions, RoleGroups } from "./options.ts";

/** What the provider says about a user. */
export type UserInfo = Readonly<Record<string, unknown>>;

/** Why a login failed. */
export interface LoginFailure {
  readonly problem: LoginProblem;
  /** For the log of the server: it can contain texts of the provider. */
  readonly reason: string;
}

/** The settings that providers mostly need. */
export const defaults = { userClaim: "preferred_username", groupsClaim: "groups" } as const;

/** Returns who a user is to the server, from the claims of an ID token that was checked. */
export function toPrincipal(claims: UserInfo, options: OidcOptions): Principal | LoginFailure {
  const { issuer, roles: general = {}, projects = [], userClaim, groupsClaim } = { ...defaults, ...options };
  const user = readUser(claims, userClaim);
  if (typeof user !== "string") return user;
  const groups = readGroups(claims[groupsClaim]);
  if (groups === undefined) {
    return { problem: "no_role", reason: `the claim ${groupsClaim} of ${user} is missing, or not a list of texts` };
  }
  const role = highestRole([general], groups);
  const projectRoles = new Map<string, Role>();
  for (const { id } of projects) {
    const own = highestRole(
      projects.flatMap((one) => (one.id === id ? [one.roles] : [])),
      groups,
    );
    if (own !== undefined) projectRoles.set(id, own);
  }
  if (role === undefined && projectRoles.size === 0) return { problem: "no_role", reason: `no group of ${user} has a role` };
  // The subject never changes, other than the name of the user. Its text is of no form.
  const subject = createHash("sha256")
    .update(JSON.stringify([issuer, claims["sub"]]))
    .digest("hex")
    .slice(0, 16);
  const granted = role === undefined ? ({ role: "reader", projects: [] } as const) : ({ role, projects: "all" } as const);
  return { tokenId: `oidc-${subject}`, user, ...granted, projectRoles, mainSession: false };
}

function highestRole(given: readonly RoleGroups[], groups: readonly string[]): Role | undefined {
  return roles.findLast((role) => given.some((groupsOf) => groupsOf[role]?.some((group) => groups.includes(group))));
}

function readUser(claims: UserInfo, claim: string): string | LoginFailure {
  const user = claims[claim];
  if (typeof user !== "string") return { problem: "no_user", reason: `the claim ${claim} is missing, or not a text` };
  // Anyone can enter the address of another user at some providers.
  if (claim === "email" && claims["email_verified"] !== true) {
    return { problem: "no_user", reason: "the provider has not verified the email address" };
  }
  if (!userIdPattern.test(user))
    return { problem: "no_user", reason: `the claim ${claim} is not the id of a user: ${JSON.stringify(user)}` };
  return user;
}

/** Undefined unless it is a text, or a list of texts. Providers send one group as a text. */
function readGroups(value: unknown): readonly string[] | undefined {
  const list: unknown = typeof value === "string" ? [value] : value;
  return Array.isArray(list) && list.every((one) => typeof one === "string") ? list : undefined;
}
