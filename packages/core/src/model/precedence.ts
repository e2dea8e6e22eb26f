import { compareText } from "../text/compare-text.ts";
import type { Rule } from "./rule.ts";
import { scopeRank } from "./scope.ts";

/**
 * Compares rules by precedence, highest first: of rules that declare the same name, the first one applies. The order is total: scope, personal
 * overlay, depth of the directory that the rule governs, order of the roots, then id and store.
 */
export function comparePrecedence(left: Rule, right: Rule): number {
  return (
    scopeRank(right.scope) - scopeRank(left.scope) ||
    Number(right.origin.overlay ?? false) - Number(left.origin.overlay ?? false) ||
    baseDepth(right) - baseDepth(left) ||
    (left.origin.rootOrder ?? 0) - (right.origin.rootOrder ?? 0) ||
    compareText(left.id, right.id) ||
    compareText(left.origin.store, right.origin.store)
  );
}

/** How many levels below the project the directory is that the rule governs; 0 for the whole project. */
export function baseDepth(rule: Rule): number {
  return rule.origin.base === undefined ? 0 : rule.origin.base.split("/").length;
}
