import type { Rule } from "../model/rule.ts";

/** A rule with its revision. */
export interface StoredRule {
  readonly rule: Rule;
  /** Changes with every write. `save` and `delete` compare it. */
  readonly revision: string;
  /** The position in the listing. Pass it to `list` to continue after this rule. */
  readonly cursor: string;
}

/** The id and the revision of a stored rule, without the rule. */
export type StoredRuleId = Omit<StoredRule, "rule"> & { readonly id: string };
