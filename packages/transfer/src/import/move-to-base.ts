import type { Rule } from "@precept/core";

/** Returns the rule of another directory with the same fields. Its patterns do not change. @param base undefined stands for the project. */
export function moveToBase(rule: Rule, base: string | undefined): Rule {
  const { base: _, ...origin } = rule.origin;
  return { ...rule, origin: base === undefined ? origin : { ...origin, base } };
}
