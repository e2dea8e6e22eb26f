import { compareRequestable, type Rule } from "@precept/core";

/** Selects the rules to ask for, by priority and name. Rules for agents come before rules that users name. */
export function selectRequestable(rules: readonly Rule[]): readonly Rule[] {
  return rules
    .filter(
      ({ inclusion, enabled, pending }) => enabled && !pending && (inclusion === "agentRequested" || inclusion === "manual"),
    )
    .toSorted(compareRequestable);
}
