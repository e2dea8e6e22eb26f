import type { SubjectKind } from "@precept/contract/values";
import { isRecord, type Json } from "@precept/core";
import type { Policy, PolicyMatch } from "../model/policy.ts";

/** What an agent does that a policy is about: a change of a file, a command, or an answer. */
const occasionKinds = ["file", "command", "response"] as const satisfies readonly SubjectKind[];

export type OccasionKind = (typeof occasionKinds)[number];

/**
 * Returns the kinds of actions that can violate a policy, so that each of them is an occasion to follow a rule. A policy that names no
 * kind is about files, or about commands if it has conditions on them.
 */
export function occasionsOf({ match }: Policy): readonly OccasionKind[] {
  const blocks = blocksOf(match);
  const filters = blocks.flatMap(({ contextFilter }) => ("subject" in contextFilter ? [contextFilter["subject"] ?? null] : []));
  if (filters.length > 0) return occasionKinds.filter((kind) => filters.every((filter) => accepts(filter, kind)));
  return blocks.some(({ commands }) => commands.length > 0) ? ["command"] : ["file"];
}

/** A match, and the blocks that must hold with it. */
function blocksOf(match: PolicyMatch): readonly PolicyMatch[] {
  return [match, ...match.all.flatMap(blocksOf)];
}

function accepts(filter: Json, kind: OccasionKind): boolean {
  if (isRecord(filter)) {
    const { in: accepted, not: refused } = filter as { readonly in?: Json; readonly not?: Json };
    return (accepted === undefined || names(accepted, kind)) && (refused === undefined || !names(refused, kind));
  }
  return names(filter, kind);
}

function names(value: Json, kind: OccasionKind): boolean {
  return Array.isArray(value) ? value.includes(kind) : value === kind;
}
