import { nextVersion, PreceptError, type Rule, type RuleRevision, type SaveOptions, type StoredRule } from "@precept/core";
import type { FoundHistory } from "./find-rule-history.ts";

/** What restoring a version of a rule would change. */
export interface RestorePlan {
  readonly version: number;
  /** The newest revision, which is a deletion if the rule was deleted. */
  readonly current: RuleRevision;
  /** The rule as it would be saved, with its new version. */
  readonly restored: Rule;
  /** Whether the rule already has the text and the description of the version. */
  readonly isSame: boolean;
}

/**
 * Plans to restore the text and the description of a version, or the whole rule if it was deleted. Changes nothing.
 *
 * @param name as the user named the rule, for messages.
 * @throws PreceptError `VERSION_UNKNOWN`
 */
export function planRestore({ revisions }: FoundHistory, version: number, name: string): RestorePlan {
  const [current] = revisions;
  const { rule: old } = revisionOf(revisions, version, name);
  const { description, content } = old;
  const rule = current.deleted ? old : { ...current.rule, description, content };
  return {
    version,
    current,
    restored: { ...rule, version: nextVersion(rule, current.rule) },
    isSame: !current.deleted && current.rule.content === content && current.rule.description === description,
  };
}

export interface RestoreOptions {
  /** Why, for the history. Default: which version was restored. */
  readonly reason?: string | undefined;
  /** Creates a deleted rule again. Default: saves it with a name that is unique in the store. */
  readonly create?: (rule: Rule, options: Pick<SaveOptions, "reason">) => Promise<StoredRule>;
}

/**
 * Saves the rule of a plan as a new revision.
 *
 * @throws PreceptError `RULE_CONFLICT` if the rule changed since the plan was made, `RULE_EXISTS` if another rule now
 *   has the name of a deleted one.
 */
export async function restoreRule(
  { store }: Pick<FoundHistory, "store">,
  { version, current, restored }: RestorePlan,
  {
    reason = `Restored version ${version}`,
    create = (rule, options) => store.save(rule, { ...options, uniqueName: true }),
  }: RestoreOptions = {},
): Promise<StoredRule> {
  if (current.deleted) return create(restored, { reason });
  return store.save(restored, { reason, revision: current.revision });
}

/** Finds the newest revision of a version. @throws PreceptError `VERSION_UNKNOWN` */
export function revisionOf(revisions: readonly RuleRevision[], version: number, name: string): RuleRevision {
  const found = revisions.find(({ rule, deleted }) => rule.version === version && !deleted);
  if (found !== undefined) return found;
  const versions = revisions.filter(({ deleted }) => !deleted).map(({ rule }) => rule.version);
  const known = [...new Set(versions)].toSorted((left, right) => left - right).map(String);
  throw new PreceptError("VERSION_UNKNOWN", { name, version: String(version), known });
}
