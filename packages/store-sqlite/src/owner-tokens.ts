import { createHash } from "node:crypto";
import type { Rule, RuleFilter, Tenant } from "@precept/core";

/** A rule without a user and project has tokens too, so that they can be searched for. */
type OwnedRule = Pick<Rule, "projectId" | "userId" | "scope">;

/**
 * The tokens of a rule's project, user and scope in the index, so that FTS5 intersects their postings with those of the
 * query. Ids are hashed: tokens of FTS5 have no case and a maximum length, and ids can contain any character.
 */
export function ownerTokens({ projectId, userId, scope }: OwnedRule): readonly [string, string, string] {
  return [ownerToken("p", projectId), ownerToken("u", userId), scopeToken(scope)];
}

/** Which tokens the rules that pass a filter have: one of each group. Empty: the filter allows every owner. */
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

/** The rules of an owner, and those of none. */
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
