import { createHash } from "node:crypto";
import { countRuleTerms, searchTextOf, tenantKey, type Rule, type StoredRule } from "@precept/core";
import type { Payload, Point } from "./client.ts";
import { pointIdOf } from "./point-id.ts";

/** The names of the vectors of a point. */
export const vectorNames = { dense: "dense", sparse: "sparse" } as const;

/** What the search needs of a payload. The other fields are for other programs that read the collection. */
export interface IndexedFields {
  /** Whose rule it is: the key of the tenant that owns it. */
  readonly owner: string;
  readonly rule_id: string;
  readonly revision: string;
  /** A hash of the text that was embedded. */
  readonly text_digest: string;
}

/** The point of a rule. @param vector of its text. */
export function pointOf(stored: StoredRule, vector: Float32Array): Point {
  const { rule } = stored;
  return {
    id: pointIdOf(rule.id),
    vector: { [vectorNames.dense]: [...vector], [vectorNames.sparse]: sparseVectorOf(rule) },
    payload: payloadOf(stored),
  };
}

export function payloadOf({ rule, revision }: StoredRule): Payload {
  const indexed: IndexedFields = {
    owner: tenantKey(rule),
    rule_id: rule.id,
    revision,
    text_digest: digestOf(searchTextOf(rule)),
  };
  const { name, content, category, authority, contexts, targets, tags, priority, conditions, replaces, projectId, userId } = rule;
  return {
    ...indexed,
    name,
    rule: content,
    description: rule.description,
    authority,
    scope: [...contexts],
    tool_targets: [...targets],
    tags: [...tags],
    priority,
    replaces: [...replaces],
    ...(category !== undefined && { category }),
    ...(conditions !== undefined && { conditions }),
    ...(projectId !== undefined && { project_id: projectId }),
    ...(userId !== undefined && { user_id: userId }),
    ...(rule.createdAt !== undefined && { created_at: rule.createdAt }),
    ...(rule.updatedAt !== undefined && { updated_at: rule.updatedAt }),
  };
}

/** Reads the fields of a payload. Undefined if another program wrote it. */
export function fieldsOf(payload: Payload | null | undefined): IndexedFields | undefined {
  const { owner, rule_id: id, revision, text_digest: digest } = payload ?? {};
  if (typeof owner !== "string" || typeof id !== "string" || typeof revision !== "string" || typeof digest !== "string") {
    return undefined;
  }
  return { owner, rule_id: id, revision, text_digest: digest };
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/**
 * How often a rule contains each term, by a hash of the term. Without weights: what a word is worth depends on the rules of the
 * tenant, and Qdrant would count all rules.
 */
function sparseVectorOf(rule: Rule): { readonly indices: number[]; readonly values: number[] } {
  const counts = new Map<number, number>();
  for (const [term, frequency] of countRuleTerms(rule).frequencies) {
    const index = createHash("sha256").update(term).digest().readUInt32BE(0);
    counts.set(index, (counts.get(index) ?? 0) + frequency);
  }
  return { indices: [...counts.keys()], values: [...counts.values()] };
}
