import type { Rule } from "./rule.ts";

/**
 * Whether a change of a rule makes a new version: its name, description or content changed. Other changes, such as those of authority or scope, are made in
 * place.
 */
export function isNewVersion(before: Rule, after: Rule): boolean {
  return before.name !== after.name || before.description !== after.description || before.content !== after.content;
}

/**
 * The version of a rule that is about to be saved.
 *
 * @param last the last revision of the rule, even if it was deleted. Undefined if the store never had the rule.
 */
export function nextVersion(rule: Rule, last: Rule | undefined): number {
  if (last === undefined) return rule.version;
  return isNewVersion(last, rule) ? last.version + 1 : last.version;
}
