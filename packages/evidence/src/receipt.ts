import type { Receipt } from "@precept/contract";
import { describeDrop, describeReason, type AppliedRule, type DroppedRule, type Rule } from "@precept/core";
import { sha256 } from "@precept/files";

/** To whom rules are delivered, through which channel, and at what event. */
export type DeliveryOrigin = Omit<
  Receipt,
  "kind" | "prompt_sha256" | "rules" | "left_out" | "listed" | "memory" | "characters"
> & {
  /** Only its digest is recorded. */
  readonly prompt?: string | undefined;
};

/** The rules that an answer delivers. */
export interface DeliveredRules {
  /** The rules whose texts are in the answer. */
  readonly given: readonly AppliedRule[];
  /** After how many prompts a rule is given again because of `remind`, by the rule's id. Absent: none is. */
  readonly again?: ReadonlyMap<string, number>;
  /** The rules that the answer names instead, because it has no room for their texts. */
  readonly named: readonly AppliedRule[];
  /** The rules that the budget dropped. */
  readonly dropped: readonly DroppedRule[];
  /** The listed rules, for which the agent can ask. */
  readonly listed: readonly Rule[];
  /** Whether the files that the agent boots from are in the answer. */
  readonly hasMemory: boolean;
  /** The length of the added text, in UTF-16 code units. */
  readonly characters: number;
}

/** Returns the receipt for a delivery. */
export function createReceipt({ prompt, ...origin }: DeliveryOrigin, rules: DeliveredRules): Receipt {
  const { given, again, named, dropped, listed, hasMemory, characters } = rules;
  return {
    kind: "receipt",
    ...origin,
    prompt_sha256: prompt === undefined ? null : digest(prompt),
    rules: given.map(({ rule, content, reason, matchedFiles, tokens, cut }) => ({
      ...referenceOf(rule),
      version: rule.version,
      sha256: digest(content),
      reason: describeDelivery(describeReason(reason), again?.get(rule.id)),
      files: matchedFiles,
      tokens,
      cut,
    })),
    left_out: [
      ...named.map(({ rule, tokens }) => ({ ...referenceOf(rule), reason: "the answer has no room", tokens })),
      ...dropped.map(({ rule, limit, tokens }) => ({ ...referenceOf(rule), reason: describeDrop(limit), tokens })),
    ],
    listed: listed.map(({ name }) => name),
    memory: hasMemory,
    characters,
  };
}

/** A reminder says so: the rule would not have been given for its own reason. */
function describeDelivery(reason: string, prompts: number | undefined): string {
  return prompts === undefined ? reason : `given again after ${prompts} ${prompts === 1 ? "prompt" : "prompts"}; ${reason}`;
}

function referenceOf({ id, name, scope }: Rule) {
  return { id, name, scope };
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}
