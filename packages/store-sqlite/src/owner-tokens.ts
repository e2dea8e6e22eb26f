import { createHash } from "node:crypto";
import type { Rule, RuleFilter } from "@precept/core";

/**
 * The tokens of a rule's project, user and scope in the index, so that FTS5 intersects their postings with those of the query. Ids are hashed: tokens of
 * FTS5 have no case and a maximum length, and ids can contain any character.
 */
export function ownerTokens({ projectId, userId, scope }: Pick<Rule, "projectId" | "userId" | "scope">): readonly string[] {
  return [ownerToken("p", projectId), ownerToken("u", userId), scopeToken(scope)];
}

/**
 * The owners that a filter allows, as groups of tokens. A rule that passes the filter has one token of each group.
 */
export function ownerGroups({ tenant, owner, projectId, userId, scope }: RuleFilter): readonly (readonly string[])[] {
  return [
    ...(owner === undefined ? [] : [[ownerToken("p", owner.projectId)], [ownerToken("u", owner.userId)]]),
    ...(tenant === undefined ? [] : [visible("p", tenant.projectId), visible("u", tenant.userId)]),
    ...(projectId === undefined ? [] : [visible("p", projectId)]),
    ...(userId === undefined ? [] : [visible("u", userId)]),
    ...(scope === undefined ? [] : [[scopeToken(scope)]]),
  ];
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

function scopeToken(scope: Rule["scope"]): string {
  return `_s${scope}`;
}
