import { describe, expect, it } from "vitest";
import { stateMutants, stateSuite } from "../../test/state-mutants.ts";
import { checkStateRequirement, describeSharedState } from "./describe-shared-state.ts";
import { stateRequirementIds } from "./requirements.ts";

describeSharedState("state that several clients share in memory", stateSuite({}));

describe("the requirements of shared state", () => {
  it("each detect a mutant", () => {
    const detecting = new Set(Object.values(stateMutants).flatMap(({ detectedBy }) => detectedBy));
    expect(stateRequirementIds.filter((id) => !detecting.has(id))).toEqual([]);
  });

  it.each(Object.entries(stateMutants))("detect state that %s", async (_, { detectedBy, ...mutation }) => {
    const checks = await Promise.allSettled(detectedBy.map((id) => checkStateRequirement(id, stateSuite(mutation))));
    expect(detectedBy.filter((_id, at) => checks[at]?.status === "fulfilled")).toEqual([]);
  });
});
