import { createRule } from "../model/create-rule.ts";
import type { AppliedRule, MatchReason, RuleMatch } from "../model/resolution.ts";
import type { Rule, RuleInput } from "../model/rule.ts";

/** A rule of which a test names only what it is about. The id follows from scope and name. */
export function buildRule(input: Partial<RuleInput> = {}): Rule {
  const { name = "style", scope = "project" } = input;
  return createRule({ id: `${scope}:${name}`, name, content: `Text of ${name}.`, ...input });
}

/** A rule from a file of a root, as the file store hands it out. */
export function aFileRule(path: string, input: Partial<RuleInput> = {}): Rule {
  const name = path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  return buildRule({ name, id: `project:${path}`, origin: { store: "fs", root: ".precept/rules", path }, ...input });
}

export function aMatch(rule: Rule, reason: MatchReason = { kind: "always" }, matchedFiles: readonly string[] = []): RuleMatch {
  return { rule, reason, matchedFiles };
}

/** A rule as the budget hands it to whoever composes the prompt. */
export function anAppliedRule(rule: Rule, reason?: MatchReason, matchedFiles?: readonly string[]): AppliedRule {
  const { content } = rule;
  return { ...aMatch(rule, reason, matchedFiles), content, characters: content.length, tokens: content.length / 4, cut: false };
}

export function namesOf(rules: Iterable<{ readonly rule: Rule } | Rule>): string[] {
  return [...rules].map((one) => ("rule" in one ? one.rule.name : one.name));
}
