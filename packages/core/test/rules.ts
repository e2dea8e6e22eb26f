import { createRule } from "../src/model/create-rule.ts";
import type { AppliedRule, MatchReason, RuleMatch } from "../src/model/resolution.ts";
import type { Rule, RuleInput } from "../src/model/rule.ts";

/** Builds a rule with defaults. The id is scope and name. */
export function buildRule(input: Partial<RuleInput> = {}): Rule {
  const { name = "style", scope = "project" } = input;
  return createRule({ id: `${scope}:${name}`, name, content: `Text of ${name}.`, ...input });
}

/** Builds a rule of a file in a root, as the file store returns it. */
export function buildFileRule(path: string, input: Partial<RuleInput> = {}): Rule {
  const name = path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  return buildRule({ name, id: `project:${path}`, origin: { store: "fs", root: ".precept/rules", path }, ...input });
}

export function buildMatch(
  rule: Rule,
  reason: MatchReason = { kind: "always" },
  matchedFiles: readonly string[] = [],
): RuleMatch {
  return { rule, reason, matchedFiles };
}

/** Builds an applied rule, as the budget returns it. */
export function buildAppliedRule(rule: Rule, reason?: MatchReason, matchedFiles?: readonly string[]): AppliedRule {
  const { content } = rule;
  return {
    ...buildMatch(rule, reason, matchedFiles),
    content,
    characters: content.length,
    tokens: content.length / 4,
    cut: false,
  };
}

export function namesOf(rules: Iterable<{ readonly rule: Rule } | Rule>): string[] {
  return [...rules].map((one) => ("rule" in one ? one.rule.name : one.name));
}
