import { comparableText, tokenize, type Rule, type SimilarRule, type Tenant } from "@precept/core";
import { findContradictionsOf } from "@precept/lint";

/** Whose rules a new rule is compared with. */
interface RuleOwner {
  readonly tenant: Tenant;
  /** The session of a new rule of session scope. */
  readonly session: string | undefined;
}

/**
 * Finds the rule that a new one would repeat: the same text, apart from case and white space, in the same scope, of the
 * same project and user, for the same files, contexts and tools.
 */
export function findSame(rule: Rule, existing: readonly Rule[], owner: RuleOwner): Rule | undefined {
  const text = textOf(rule);
  return existing.find(
    (one) => one.scope === rule.scope && textOf(one) === text && hasOwner(one, rule, owner) && reachOf(one) === reachOf(rule),
  );
}

function reachOf({ globs, contexts, targets }: Rule): string {
  return JSON.stringify([globs, contexts, targets].map((list) => list.toSorted()));
}

/** A rule file names no project. A personal rule file gets its user from its directory. */
function hasOwner(existing: Rule, rule: Rule, { tenant, session }: RuleOwner): boolean {
  if (rule.scope === "session") return existing.origin.session === session;
  if (rule.scope === "project") return existing.projectId === undefined || existing.projectId === tenant.projectId;
  return rule.scope !== "user" || existing.userId === tenant.userId;
}

/**
 * The share of common search terms from which two texts count as near-duplicates. Of 60 rules about different subjects,
 * no two share more than 0.2 of their terms; a rule and its copy with one word replaced or removed share at least 0.8
 * in 99% of the cases.
 */
const minShare = 0.8;

/**
 * Finds the rules that say nearly the same as a new rule, or seem to contradict it, and can apply together with it. A
 * heuristic that compares words, so it can be wrong. Leaves out the rules that the new one replaces.
 *
 * @param others the rules that the owner of the new rule sees and that can apply, now or after a person accepts them.
 */
export function findSimilar(rule: Rule, others: readonly Rule[]): readonly SimilarRule[] {
  const compared = others.filter(({ id }) => !rule.replaces.includes(id));
  const similar = new Map<string, SimilarRule>();
  const asFound = compared.map(asAlways);
  for (const { ids, detail } of findContradictionsOf(asAlways(rule), asFound)) {
    for (const other of compared) {
      if (ids.includes(other.id)) similar.set(other.id, { rule: other, kind: "contradiction", reason: detail });
    }
  }
  const terms = termsOf(rule);
  for (const other of compared) {
    const share = shareOfTerms(terms, termsOf(other));
    if (share < minShare || similar.has(other.id) || reachOf(other) !== reachOf(rule)) continue;
    const reason = `"${rule.name}" and "${other.name}" have ${Math.floor(share * 100)} % of their words in common.`;
    similar.set(other.id, { rule: other, kind: "nearDuplicate", reason });
  }
  return [...similar.values()];
}

/** Rules are compared again and again, and do not change. */
const textsOfRules = new WeakMap<Rule, string>();
const termsOfRules = new WeakMap<Rule, ReadonlySet<string>>();
const alwaysRules = new WeakMap<Rule, Rule>();

function textOf(rule: Rule): string {
  return computeOnce(textsOfRules, rule, () => comparableText(rule.content));
}

function termsOf(rule: Rule): ReadonlySet<string> {
  return computeOnce(termsOfRules, rule, () => new Set(tokenize(rule.content)));
}

/** A rule that a search finds, or that waits for approval, is compared as if it always applied: a prompt can find both. */
export function asAlways(rule: Rule): Rule {
  if (rule.inclusion !== "relevant" && !rule.pending) return rule;
  return computeOnce(alwaysRules, rule, () => ({
    ...rule,
    pending: false,
    inclusion: rule.inclusion === "relevant" ? "always" : rule.inclusion,
  }));
}

function computeOnce<Value>(known: WeakMap<Rule, Value>, rule: Rule, compute: () => Value): Value {
  let value = known.get(rule);
  if (value === undefined) known.set(rule, (value = compute()));
  return value;
}

/** The Jaccard similarity of two sets: the share of their terms that both have. */
function shareOfTerms(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  // The share cannot reach the minimum.
  if (few.size < minShare * many.size) return 0;
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}
