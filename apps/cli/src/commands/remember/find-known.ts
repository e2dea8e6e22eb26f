import { isOwnedBy, tokenize, type Rule, type Tenant } from "@precept/core";
import { findConflicts } from "@precept/lint";

/**
 * Finds a rule with the same text as a new one, apart from white space, in the same scope and of the same project and
 * user.
 *
 * @param tenant the project and the user of the call.
 */
export function findSame(rule: Rule, existing: readonly Rule[], tenant: Tenant): Rule | undefined {
  const text = normalise(rule.content);
  return existing.find((one) => one.scope === rule.scope && haveSameOwner(one, rule, tenant) && normalise(one.content) === text);
}

function normalise(content: string): string {
  return content.normalize("NFC").trim().replace(/\s+/g, " ");
}

/** A rule file names no project. A personal rule file gets its user from its directory. */
function haveSameOwner(existing: Rule, rule: Rule, tenant: Tenant): boolean {
  if (isOwnedBy(existing, rule)) return true;
  if (rule.scope === "project") return existing.projectId === undefined || existing.projectId === tenant.projectId;
  return rule.scope === "user" && existing.userId === tenant.userId;
}

export interface SimilarRule {
  readonly rule: Rule;
  readonly reason: string;
}

/**
 * The share of common search terms from which two texts count as near-duplicates. Of 60 rules about different subjects,
 * no two share more than 0.2 of their terms; a rule and its copy with one word replaced or removed share at least 0.8
 * in 99% of the cases.
 */
const minShare = 0.8;

/**
 * Finds the rules that say nearly the same as a new rule, or seem to contradict it. A heuristic that compares words, so
 * it can be wrong. Leaves out the rules that the new one replaces.
 *
 * @param active the active rules that the owner of the new rule sees.
 */
export function findSimilar(rule: Rule, active: readonly Rule[]): readonly SimilarRule[] {
  const similar = new Map<string, SimilarRule>();
  const others = active.filter((one) => !rule.replaces.includes(one.id));
  // Rules that are only found by a search are compared as if they always applied: a prompt can find both.
  const compared = [...others, rule].map((one): Rule => (one.inclusion === "relevant" ? { ...one, inclusion: "always" } : one));
  for (const { kind, ids, detail } of findConflicts(compared)) {
    if ((kind !== "duplicateContent" && kind !== "contradiction") || !ids.includes(rule.id)) continue;
    for (const other of others) if (ids.includes(other.id)) similar.set(other.id, { rule: other, reason: detail });
  }
  const terms = new Set(tokenize(rule.content));
  for (const other of others) {
    const share = shareOfTerms(terms, new Set(tokenize(other.content)));
    if (share < minShare || similar.has(other.id)) continue;
    similar.set(other.id, {
      rule: other,
      reason: `"${rule.name}" and "${other.name}" have ${Math.floor(share * 100)} % of their words in common.`,
    });
  }
  return [...similar.values()];
}

/** The Jaccard similarity of two sets: the share of their terms that both have. */
function shareOfTerms(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}
