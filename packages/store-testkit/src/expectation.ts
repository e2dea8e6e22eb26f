import { demandOf } from "./check-requirement.ts";
import { requirementOf, type RequirementId } from "./requirements.ts";
import type { RuleStoreSuite } from "./suite.ts";

/** The expected outcome of a requirement's test, and its title. */
export interface Expectation {
  readonly title: string;
  readonly outcome: "passes" | "fails" | "skips";
}

export function expectationOf(id: RequirementId, suite: RuleStoreSuite): Expectation {
  const demand = demandOf(id, suite);
  const sentence = `${requirementOf(id).text} (${id})`;
  if (demand.kind === "skip") return { title: `${sentence}: ${demand.reason}`, outcome: "skips" };
  const title = demand.kind === "reject" ? `rejects without ${demand.capability}: ${sentence}` : sentence;
  const gap = suite.knownGaps?.find(({ requirement }) => requirement === id);
  return gap === undefined ? { title, outcome: "passes" } : { title: `known gap: ${title}: ${gap.reason}`, outcome: "fails" };
}
