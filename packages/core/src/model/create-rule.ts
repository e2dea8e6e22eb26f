import { PreceptError } from "./error.ts";
import { ruleSchema, type Rule, type RuleInput } from "./rule.ts";

/**
 * Makes a rule from what was written by hand: defaults are filled in and every field is checked.
 *
 * @throws PreceptError `RULE_INVALID`, naming each field that is wrong.
 */
export function createRule(input: RuleInput): Rule {
  const result = ruleSchema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".") || "rule"}: ${issue.message}`);
  throw new PreceptError("RULE_INVALID", { name: input.name ?? "?", problems });
}
