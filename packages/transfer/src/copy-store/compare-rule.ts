import type { RuleStore, RuleWrite, StoredRule } from "@precept/core";
import { digestOf, readRevisions, type Comparison, type CopiedRevision } from "./revisions.ts";

/** What a rule needs so that both stores have the same revisions of it. */
export interface ComparedRule {
  readonly id: string;
  readonly name: string;
  /** Conflict: the written store has the rule with other revisions, which stay. */
  readonly outcome: "copy" | "equal" | "conflict";
  /** The revisions that are missing in the written store, oldest first. */
  readonly missing: readonly CopiedRevision[];
  /** The revision of the rule in the written store. Undefined: it has none now. */
  readonly current: string | undefined;
  /** The revisions that a store without history cannot have. */
  readonly lost: number;
  /** The hashes of both stores' revisions of the rule. */
  readonly hashes: { readonly from: string; readonly to: string };
}

/** Compares a rule with the same rule of the written store. */
export async function compareRule(
  stored: StoredRule,
  {
    from,
    to,
    found,
    comparison,
  }: {
    readonly from: RuleStore;
    readonly to: RuleStore;
    readonly found: StoredRule | undefined;
    readonly comparison: Comparison;
  },
): Promise<ComparedRule> {
  const { hasHistory } = comparison;
  const { rule } = stored;
  const all = from.capabilities.history ? await readRevisions(from, rule.id) : [withoutHistory(rule)];
  const wanted = hasHistory ? all : all.slice(-1);
  const existing = hasHistory ? await readRevisions(to, rule.id) : found === undefined ? [] : [withoutHistory(found.rule)];
  const last = wanted.at(-1) as CopiedRevision;
  const source = wanted.map((revision) => digestOf(revision, revision, comparison));
  const target = existing.map((revision, at) => digestOf(revision, wanted[at] ?? last, comparison));
  const isPrefix = target.every((digest, at) => digest === source[at]);
  return {
    id: rule.id,
    name: rule.name,
    outcome: !isPrefix ? "conflict" : target.length === source.length ? "equal" : "copy",
    missing: isPrefix ? wanted.slice(target.length) : [],
    current: found?.revision,
    lost: all.length - wanted.length,
    hashes: { from: source.join(" "), to: target.join(" ") },
  };
}

function withoutHistory(rule: StoredRule["rule"]): CopiedRevision {
  return { rule, deleted: false, ...(rule.updatedAt !== "" && { at: rule.updatedAt }) };
}

/** The writes that add the missing revisions. They fail if the rule was changed since it was compared. */
export function writesOf({ id, missing, current }: ComparedRule, { idOf }: Comparison): readonly RuleWrite[] {
  return missing.map(({ rule, deleted, reason }, at): RuleWrite => {
    const isFirst = at === 0;
    if (deleted) return { kind: "delete", id, revision: isFirst ? current : undefined };
    const copy = { ...rule, replaces: rule.replaces.map(idOf) };
    return { kind: "save", rule: copy, reason, ...(isFirst ? { revision: current } : { upsert: true }) };
  });
}
