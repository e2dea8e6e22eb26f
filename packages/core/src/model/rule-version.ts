import type { Rule } from "./rule.ts";

/** Whether a change makes a new version of a rule: its name, description or content changed. */
export function isNewVersion(before: Rule, after: Rule): boolean {
  return before.name !== after.name || before.description !== after.description || before.content !== after.content;
}

/** The version of a rule to save, by its last revision, even if that was deleted. */
export function nextVersion(rule: Rule, last: Rule | undefined): number {
  if (last === undefined) return rule.version;
  return isNewVersion(last, rule) ? last.version + 1 : last.version;
}
