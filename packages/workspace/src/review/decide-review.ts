import type { ReviewDecision } from "@precept/contract/values";
import { createRule, PreceptError, type Cancellable, type Rule } from "@precept/core";
import { storeOfRule, type TenantStores } from "../editing/find-stored-rule.ts";
import type { ReviewItem } from "./find-review-items.ts";
import { dismiss } from "./dismissals.ts";

export interface DecideOptions extends Cancellable {
  /** The current time, ISO 8601. */
  readonly now: string;
  /** The new text of the rule, for `edit` and `merge`. Default: its text. */
  readonly content?: string | undefined;
  /** Throws if the caller may not write a rule. */
  readonly assertMayWrite?: (rule: Rule) => void;
}

/**
 * Carries out what a person decided about a review item.
 *
 * - `accept`: a rule that waits for approval applies from then on, an expired one applies again, and all others stay as
 *   they are: they are not reviewed again, or only after another time without use.
 * - `edit`: the same, with a new text.
 * - `merge`: the same, and the rule supersedes the similar ones.
 * - `reject`: the rule is disabled.
 *
 * @returns the rule after the decision.
 * @throws PreceptError `RULE_NOT_FOUND` or `RULE_CONFLICT` if the rule has changed since; `REVIEW_DECISION_INVALID` if
 *   there is nothing to merge.
 */
export async function decideReview(
  target: TenantStores,
  { key, kind, rule: reviewed, similar }: ReviewItem,
  decision: ReviewDecision,
  { now, content, assertMayWrite, signal }: DecideOptions,
): Promise<Rule> {
  assertMayWrite?.(reviewed);
  const store = storeOfRule(target.stores, reviewed);
  const stored = await store.get(reviewed.id, { tenant: target.tenant });
  if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: reviewed.name, known: [] });
  const { rule, revision } = stored;
  const save = async (changed: Rule): Promise<Rule> =>
    (await store.save(createRule(changed), { revision, ...(signal !== undefined && { signal }) })).rule;
  if (decision === "reject") return save({ ...rule, enabled: false });
  const { expiresAt, ...others } = rule;
  const accepted: Rule = {
    ...others,
    pending: false,
    ...(kind !== "expired" && expiresAt !== undefined && { expiresAt }),
    ...(content !== undefined && decision !== "accept" && { content }),
  };
  if (decision === "merge") {
    const merged = similar.map((one) => one.rule).filter(({ origin }) => origin.store === rule.origin.store);
    if (merged.length === 0) throw new PreceptError("REVIEW_DECISION_INVALID", { decision, name: rule.name });
    for (const one of merged) assertMayWrite?.(one);
    const replaces = [...new Set([...accepted.replaces, ...merged.map(({ id }) => id)])];
    return save({ ...accepted, replaces, tags: [...new Set([...accepted.tags, ...merged.flatMap(({ tags }) => tags)])] });
  }
  const isChanged = kind === "pending" || kind === "expired" || accepted.content !== rule.content;
  const result = isChanged ? await save(accepted) : rule;
  if (kind !== "pending" && kind !== "expired") await dismiss(target.workspace.root, key, now);
  return result;
}
