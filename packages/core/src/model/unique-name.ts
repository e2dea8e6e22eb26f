import { PreceptError } from "./error.ts";
import type { Rule } from "./rule.ts";

/**
 * Whether two rules declare the same name where names are unique: at one scope, for the same user and project, both of them overlays or neither. A
 * rule without a user belongs to every user. A name that only comes from a file name is a label, and is never taken.
 */
export function declaresSameName(left: Rule, right: Rule): boolean {
  return (
    left.name === right.name &&
    left.scope === right.scope &&
    (left.origin.overlay ?? false) === (right.origin.overlay ?? false) &&
    overlaps(left.userId, right.userId) &&
    overlaps(left.projectId, right.projectId) &&
    left.origin.label !== true &&
    right.origin.label !== true
  );
}

/** @throws PreceptError `RULE_EXISTS` where one of the rules has the name of a new one. */
export function assertUniqueName(rule: Rule, existing: readonly Rule[]): void {
  const namesake = existing.find((one) => declaresSameName(one, rule));
  if (namesake === undefined) return;
  const { id, name, scope, origin } = namesake;
  throw new PreceptError("RULE_EXISTS", { name, scope, location: origin.path ?? `${origin.store}: ${id}` });
}

function overlaps(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}
