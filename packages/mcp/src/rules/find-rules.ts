import { findRequested, nearestNames, RuleIndex, visibleLine, type Rule } from "@precept/core";
import { lineLimits } from "../limits.ts";

/** Finds the rules that a reference names: by name (several rules may share one), by id, by path, or by a glob of names and paths. */
export function findRules(rules: readonly Rule[], reference: string): readonly Rule[] {
  for (const key of ["name", "id"] as const) {
    const found = rules.filter((rule) => rule[key] === reference);
    if (found.length > 0) return found;
  }
  return findRequested(new RuleIndex(rules), reference);
}

/** Says that no rule has a name, and names similar ones. */
export function describeUnknown(rules: readonly Rule[], reference: string): string {
  const similar = nearestNames(
    reference,
    rules.map(({ name }) => name),
  ).map((name) => JSON.stringify(visibleLine(name, lineLimits.name)));
  const hint = similar.length === 0 ? "Call `search_rules` to find rules." : `Did you mean ${similar.join(" or ")}?`;
  return `Unknown rule ${JSON.stringify(visibleLine(reference, lineLimits.name))}. ${hint}`;
}
