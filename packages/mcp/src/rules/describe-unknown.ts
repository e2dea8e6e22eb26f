import { nearestNames, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import { lineLimits } from "../limits.ts";

/** Says that no rule has a name, and names similar ones. */
export function describeUnknown(rules: readonly Rule[], reference: string): string {
  const similar = nearestNames(
    reference,
    rules.map(({ name }) => name),
  ).map((name) => JSON.stringify(visibleLine(name, lineLimits.name)));
  const hint = similar.length === 0 ? "Call `search_rules` to find rules." : `Did you mean ${similar.join(" or ")}?`;
  return `Unknown rule ${JSON.stringify(visibleLine(reference, lineLimits.name))}. ${hint}`;
}
