import type { Rule } from "./rule.ts";
import { PreceptError } from "./error.ts";
import { findReplacementCycle } from "./supersession.ts";

/** Whether a change makes a new version of a rule: its name, description or content changed. */
export function isNewVersion(before: Rule, after: Rule): boolean {
  return before.name !== after.name || before.description !== after.description || before.content !== after.content;
}

/** The version of a rule to save, by its last revision, even if that was deleted. */
export function nextVersion(rule: Rule, last: Rule | undefined): number {
  if (last === undefined) return rule.version;
  return isNewVersion(last, rule) ? last.version + 1 : last.version;
}

/**
 * Whether two rules declare the same name in the same scope, for the same user and project. Overlays and other rules
 * never declare the same name, nor do rules of different sessions. A rule without a user belongs to all users. A name
 * from a file name is a label, which is not unique.
 */
export function declaresSameName(left: Rule, right: Rule): boolean {
  return (
    left.name === right.name &&
    left.scope === right.scope &&
    (left.origin.overlay ?? false) === (right.origin.overlay ?? false) &&
    left.origin.session === right.origin.session &&
    overlaps(left.userId, right.userId) &&
    overlaps(left.projectId, right.projectId) &&
    left.origin.label !== true &&
    right.origin.label !== true
  );
}

/** Throws `RULE_EXISTS` if an existing rule declares the name of a new one. */
export function assertUniqueName(rule: Rule, existing: readonly Rule[]): void {
  const duplicate = existing.find((one) => declaresSameName(one, rule));
  if (duplicate === undefined) return;
  const { id, name, scope, origin } = duplicate;
  throw new PreceptError("RULE_EXISTS", { name, scope, location: origin.path ?? `${origin.store}: ${id}` });
}

/** Throws `RULE_CONFLICT` if a revision is not the current one. Undefined: the rule does not exist. */
export function assertRevision(id: string, expected: string | undefined, actual: string | undefined): void {
  if (expected === actual) return;
  throw new PreceptError("RULE_CONFLICT", { id, expected: expected ?? "none", actual: actual ?? "none" });
}

/** Throws `RULE_INVALID` if a rule would supersede itself. @param replacesOf returns the ids that a stored rule replaces. */
export function assertNoCycle(rule: Rule, replacesOf: (id: string) => readonly string[]): void {
  const cycle = findReplacementCycle(rule, (id) => ({ ...rule, id, replaces: replacesOf(id) }));
  if (cycle === undefined) return;
  const problem = `replaces: it would supersede itself (${cycle.join(" → ")})`;
  throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [problem] });
}

function overlaps(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}
