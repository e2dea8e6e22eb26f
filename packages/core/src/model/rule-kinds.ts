/** The kinds of guidance that a rule can give. */
export const ruleCategories = ["preference", "behavior", "agent"] as const;

export type RuleCategory = (typeof ruleCategories)[number];

/** `absolute`: the rule applies without a search, and the budget drops it last. */
export const authorities = ["absolute", "default"] as const;

export type Authority = (typeof authorities)[number];
