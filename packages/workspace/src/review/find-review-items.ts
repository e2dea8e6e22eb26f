import type { ReviewKind } from "@precept/contract/values";
import { hasExpired, UsageReader, type Rule, type SimilarRule } from "@precept/core";
import { activeRules, findConflicts } from "@precept/lint";
import type { TenantStores } from "../editing/find-stored-rule.ts";
import { asAlways, findSimilar } from "../remembering/similar-rules.ts";
import { readDismissals } from "./dismissals.ts";
import { isUnusedSince } from "./unused.ts";

/** A rule that a person should decide about. */
export interface ReviewItem {
  /** The same for the same question about the same rules. */
  readonly key: string;
  readonly kind: ReviewKind;
  readonly rule: Rule;
  /** Rules that say nearly the same as the rule, or seem to contradict it. */
  readonly similar: readonly SimilarRule[];
  /** Why the rule is reviewed, in one sentence. */
  readonly reason: string;
}

export interface ReviewOptions {
  /** The current time, ISO 8601. */
  readonly now: string;
  /** How long a rule must not have been used to be reviewed, in milliseconds. Default: 90 days. */
  readonly unusedFor?: number | undefined;
}

const defaultUnusedFor = 90 * 24 * 3_600_000;

/**
 * Finds the rules that a person should decide about: those that wait for approval, contradictions, near-duplicates,
 * expired rules, and rules that were not used for a time. Leaves out the rules of sessions, and what a person has
 * decided to keep.
 */
export async function findReviewItems(target: TenantStores, options: ReviewOptions): Promise<readonly ReviewItem[]> {
  const rules = (await target.workspace.list({ tenant: target.tenant })).filter(({ origin }) => origin.session === undefined);
  const active = activeRules(rules).filter((rule) => !hasExpired(rule, options.now));
  const unusedFor = options.unusedFor ?? defaultUnusedFor;
  const since = new Date(Date.parse(options.now) - unusedFor).toISOString();
  const items = [
    ...findPending(rules, active),
    ...findOpposed(active),
    ...findExpired(rules, options.now),
    ...(await findUnused(target, active, since)),
  ];
  const dismissed = await readDismissals(target.workspace.root);
  return items.filter(({ kind, key }) => {
    const at = dismissed.get(key);
    return at === undefined || (kind === "unused" && at < since);
  });
}

function findPending(rules: readonly Rule[], active: readonly Rule[]): readonly ReviewItem[] {
  return rules
    .filter(({ pending, enabled }) => pending && enabled)
    .map((rule) => {
      const similar = findSimilar(asAlways(rule), active);
      return { key: keyOf("pending", rule), kind: "pending", rule, similar, reason: describePending(rule) };
    });
}

/** A captured rule has the sentence that it comes from in its metadata. */
function describePending({ source, metadata }: Rule): string {
  const { said } = metadata;
  const from = source === undefined ? "" : ` It was added by ${source}.`;
  return `The rule waits for approval.${from}${typeof said === "string" ? ` The user said: "${said}"` : ""}`;
}

function findOpposed(active: readonly Rule[]): readonly ReviewItem[] {
  const byId = new Map(active.map((rule) => [rule.id, rule]));
  return findConflicts(active.map(asAlways)).flatMap(({ kind, ids, detail }): readonly ReviewItem[] => {
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    const [rule, ...others] = found.toSorted((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
    if ((kind !== "contradiction" && kind !== "duplicateContent") || rule === undefined || others.length === 0) return [];
    const similarity = kind === "contradiction" ? kind : "nearDuplicate";
    const similar = others.map((other) => ({ rule: other, kind: similarity, reason: detail }) as const);
    return [{ key: keyOf(similarity, ...found), kind: similarity, rule, similar, reason: detail }];
  });
}

function findExpired(rules: readonly Rule[], now: string): readonly ReviewItem[] {
  return rules
    .filter((rule) => rule.enabled && hasExpired(rule, now))
    .map((rule) => {
      const reason = `The rule expired at ${rule.expiresAt}, and does not apply any more.`;
      return { key: keyOf("expired", rule), kind: "expired", rule, similar: [], reason };
    });
}

async function findUnused({ stores }: TenantStores, active: readonly Rule[], since: string): Promise<readonly ReviewItem[]> {
  const counting = new Set(stores.filter(({ capabilities }) => capabilities.usage).map(({ id }) => id));
  const counted = active.filter(({ origin }) => counting.has(origin.store));
  const reader = new UsageReader(stores);
  await reader.read(counted, {});
  return counted.flatMap((rule): readonly ReviewItem[] => {
    const usage = reader.of(rule);
    if (usage === undefined) return [];
    const last = usage === "unused" ? "" : usage.lastUsedAt;
    if (!isUnusedSince(rule, last, since)) return [];
    const reason = last === "" ? "The rule was never used." : `The rule was last used at ${last}.`;
    return [{ key: keyOf("unused", rule), kind: "unused", rule, similar: [], reason }];
  });
}

function keyOf(kind: ReviewKind, ...rules: readonly Rule[]): string {
  const names = rules.map(({ origin, id }) => `${origin.store} ${id}`).toSorted();
  return `${kind}:${names.join("|")}`;
}
