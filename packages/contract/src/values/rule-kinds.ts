/** The kinds of guidance that a rule can give. */
export const ruleCategories = ["preference", "behavior", "agent"] as const;

export type RuleCategory = (typeof ruleCategories)[number];

/** `absolute`: the rule applies without a search, and the budget drops it last. */
export const authorities = ["absolute", "default"] as const;

export type Authority = (typeof authorities)[number];

/** The status of a rule. Only active rules can apply: not superseded (listed in the `replaces` of an active rule), disabled or pending approval. */
export const statuses = ["active", "superseded", "disabled", "pending"] as const;

export type RuleStatus = (typeof statuses)[number];

/** The priority of a rule that does not set one. */
export const defaultPriority = 50;
