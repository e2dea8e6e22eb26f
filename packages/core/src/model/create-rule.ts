import en from "zod/v4/locales/en.js";
import { PreceptError } from "./error.ts";
import type { Rule, RuleInput } from "./rule.ts";
import { buildRuleSchema } from "./rule-schema.ts";

let schema: ReturnType<typeof buildRuleSchema> | undefined;

/**
 * Makes a rule from what was written by hand: defaults are filled in and every field is checked.
 *
 * @throws PreceptError `RULE_INVALID`, naming each field that is wrong.
 */
export function createRule(input: RuleInput): Rule {
  const result = (schema ??= buildRuleSchema()).safeParse(input, { error: en().localeError });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".") || "rule"}: ${issue.message}`);
  throw new PreceptError("RULE_INVALID", { name: input.name ?? "?", reasons: problems });
}
