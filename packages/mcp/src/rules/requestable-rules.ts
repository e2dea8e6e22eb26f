import { compareText, type Rule } from "@precept/core";

/** Selects the rules to ask for, by priority and name. Rules for agents come before rules that users name. */
export function selectRequestable(rules: readonly Rule[]): readonly Rule[] {
  return rules
    .filter(
      ({ inclusion, enabled, pending }) => enabled && !pending && (inclusion === "agentRequested" || inclusion === "manual"),
    )
    .toSorted(
      (left, right) =>
        rankOf(left) - rankOf(right) ||
        right.priority - left.priority ||
        compareText(left.name, right.name) ||
        compareText(left.id, right.id),
    );
}

function rankOf({ inclusion, description }: Rule): number {
  return (inclusion === "agentRequested" ? 0 : 2) + (description.trim() === "" ? 1 : 0);
}
