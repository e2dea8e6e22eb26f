import { expect, it } from "vitest";
import { checkRequirement } from "./check-requirement.ts";
import { checks } from "./checks.ts";
import { requirementIds, type RequirementId } from "./requirements.ts";
import { faultsOfRevisions } from "./testing/faults-of-revisions.ts";
import { faultsOfWriting } from "./testing/faults-of-writing.ts";
import { faultsOfKeeping } from "./testing/faults-of-keeping.ts";
import { faultsOfReading } from "./testing/faults-of-reading.ts";
import { faultsOfFilters } from "./testing/faults-of-filters.ts";
import { faultsOfValues } from "./testing/faults-of-values.ts";
import { faultsOfTelling } from "./testing/faults-of-telling.ts";
import { faultsOfCalls } from "./testing/faults-of-calls.ts";
import { faultsOfLifetime } from "./testing/faults-of-lifetime.ts";
import { faultsOfHistory } from "./testing/faults-of-history.ts";
import { faultsOfUsage } from "./testing/faults-of-usage.ts";
import { faultsOfApply } from "./testing/faults-of-apply.ts";
import { suiteWith, type Fault, type Faults } from "./testing/mutant.ts";

const faults: Faults = {
  ...faultsOfRevisions,
  ...faultsOfWriting,
  ...faultsOfKeeping,
  ...faultsOfReading,
  ...faultsOfFilters,
  ...faultsOfValues,
  ...faultsOfTelling,
  ...faultsOfCalls,
  ...faultsOfLifetime,
  ...faultsOfHistory,
  ...faultsOfUsage,
  ...faultsOfApply,
};

/** The requirements that a store with the fault does not meet. */
async function brokenBy(fault: Fault): Promise<readonly RequirementId[]> {
  const suite = suiteWith(fault);
  const broken: RequirementId[] = [];
  for (const id of requirementIds) {
    const [outcome] = await Promise.allSettled([checkRequirement(id, suite)]);
    if (outcome.status === "rejected") broken.push(id);
  }
  return broken;
}

it("finds nothing wrong with a store that has no fault", async () => {
  expect(await brokenBy(() => ({}))).toEqual([]);
});

it("cites every requirement in a check, and checks nothing else", () => {
  expect(Object.keys(checks).toSorted()).toEqual(requirementIds.toSorted());
});

it("finds each fault, and has for each requirement a fault that it finds", async () => {
  const table = new Map<string, readonly RequirementId[]>();
  for (const [name, fault] of Object.entries(faults)) {
    table.set(name, await brokenBy(fault));
  }
  const rows = [...table].map(([name, ids]) => `${name}\n${ids.map((id) => `  ${id}\n`).join("")}`);
  await expect(rows.join("\n")).toMatchFileSnapshot("testing/golden/faults.txt");
  expect([...table].filter(([, ids]) => ids.length === 0).map(([name]) => name)).toEqual([]);
  const caught = new Set([...table.values()].flat());
  expect(requirementIds.filter((id) => !caught.has(id))).toEqual([]);
});
