import { buildRuleSchema } from "@precept/contract/rule";
import en from "zod/v4/locales/en.js";
import { PreceptError } from "./error.ts";
import type { Rule, RuleInput } from "./rule.ts";

let schema: ReturnType<typeof buildRuleSchema> | undefined;

/**
 * Creates a rule: validates every field and fills in defaults.
 *
 * @throws PreceptError `RULE_INVALID`, with every invalid field.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 *
 * const rule = createRule({ id: "project:style", name: "style", content: "Use named exports." });
 * ```
 */
export function createRule(input: RuleInput): Rule {
  const result = (schema ??= buildRuleSchema()).safeParse(input, { error: en().localeError });
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => `${issue.path.join(".") || "rule"}: ${issue.message}`);
  throw new PreceptError("RULE_INVALID", { name: input.name ?? "?", reasons });
}
