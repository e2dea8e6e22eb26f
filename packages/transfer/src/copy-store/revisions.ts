import { sha256 } from "@precept/files";
import type { Rule, RuleRevision, RuleStore } from "@precept/core";

/** A revision to copy. Without history, the current state of a rule is its only one. */
export type CopiedRevision = Pick<RuleRevision, "rule" | "deleted" | "at" | "reason">;

/** Reads the revisions of a rule, oldest first. */
export async function readRevisions(store: RuleStore, id: string): Promise<readonly CopiedRevision[]> {
  const revisions: CopiedRevision[] = [];
  for await (const revision of store.history(id)) revisions.unshift(revision);
  return revisions;
}

/** What two stores can both store of a revision. */
export interface Comparison {
  /** Whether the store that is written has a history. */
  readonly hasHistory: boolean;
  /** Whether it assigns the ids of rules. */
  readonly assignsIds: boolean;
  /** The id in the written store for an id in `replaces`. */
  readonly idOf: (id: string) => string;
}

/**
 * Returns a hash of what must be equal in both stores. Times and versions that the copied revision lacks are omitted, because the
 * other store sets them.
 *
 * @param copied the revision in the store that is read.
 */
export function digestOf(revision: CopiedRevision, copied: CopiedRevision, comparison: Comparison): string {
  const { hasHistory, assignsIds, idOf } = comparison;
  const { id, origin: _origin, updatedAt: _updatedAt, createdAt, version, description, content, ...fields } = revision.rule;
  const replaces = revision === copied ? revision.rule.replaces.map(idOf) : revision.rule.replaces;
  // A file needs a description, and ends with one line break.
  const identity = assignsIds
    ? { description: description.trim() || fields.name, content: content.trim() }
    : { id, version, description, content, ...(copied.rule.createdAt !== "" && { createdAt }) };
  const writing = hasHistory
    ? { deleted: revision.deleted, reason: revision.reason, ...(copied.at !== undefined && { at: revision.at }) }
    : {};
  return sha256(canonical({ ...fields, replaces, ...identity, ...writing }));
}

/** The fields by which a rule is found in a store that assigns ids. */
export function labelOf({ name, scope, projectId, userId }: Rule): string {
  return JSON.stringify([name, scope, projectId ?? null, userId ?? null]);
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
