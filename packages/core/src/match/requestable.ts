import type { Rule } from "../model/rule.ts";
import { compareText } from "../text/compare-text.ts";

/**
 * Compares rules that can be asked for, the most useful first: rules for agents before rules that users name, rules
 * with a description before others, then by priority and name.
 */
export function compareRequestable(left: Rule, right: Rule): number {
  return (
    rankOf(left) - rankOf(right) ||
    right.priority - left.priority ||
    compareText(left.name, right.name) ||
    compareText(left.id, right.id)
  );
}

function rankOf({ inclusion, description }: Rule): number {
  return (inclusion === "agentRequested" ? 0 : 2) + (description.trim() === "" ? 1 : 0);
}
