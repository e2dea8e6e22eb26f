import { createHash } from "node:crypto";
import type { Rule, RuleFilter, Tenant } from "@precept/core";

/** A rule without a user or project has tokens too, so that a search can select it. */
type OwnedRule = Pick<Rule, "projectId" | "userId" | "scope">;

/** The tokens of a rule's project, user and scope in FTS5. Ids are hashed: tokens have a maximum length. */
export function ownerTokens({ projectId, userId, scope }: OwnedRule): readonly [string, string, string] {
  return [ownerToken("p", projectId), ownerToken("u", userId), scopeToken(scope)];
}

/** Groups of tokens: a rule that passes a filter has one token of each group. Empty if the filter allows all owners. */
export interface OwnerGroups {
  readonly projects: readonly (readonly string[])[];
  readonly users: readonly (readonly string[])[];
}

/** The owners that a filter allows. */
export function ownerGroups({ tenant, owner, projectId, userId }: RuleFilter): OwnerGroups {
  const groups = (kind: OwnerKind, field: keyof Tenant, wanted: string | undefined): OwnerGroups["projects"] => [
    ...(owner === undefined ? [] : [[ownerToken(kind, owner[field])]]),
    ...(tenant === undefined ? [] : [visible(kind, tenant[field])]),
    ...(wanted === undefined ? [] : [visible(kind, wanted)]),
  ];
  return { projects: groups("p", "projectId", projectId), users: groups("u", "userId", userId) };
}

type OwnerKind = "p" | "u";

/** Returns the tokens of rules of an owner, and of rules without one. */
function visible(kind: OwnerKind, id: string | undefined): readonly string[] {
  return id === undefined ? [ownerToken(kind, undefined)] : [ownerToken(kind, undefined), ownerToken(kind, id)];
}

function ownerToken(kind: OwnerKind, id: string | undefined): string {
  if (id === undefined) return `_${kind}`;
  return `_${kind}${createHash("sha256").update(JSON.stringify(id)).digest("hex").slice(0, 32)}`;
}

export function scopeToken(scope: Rule["scope"]): string {
  return `_s${scope}`;
}
