import { expect, it } from "vitest";
import { checkRequirement } from "./check-requirement.ts";
import { checks } from "./checks.ts";
import { requirementIds, type RequirementId } from "./requirements.ts";
import { revisionMutants } from "./testing/mutants/revisions.ts";
import { writeMutants } from "./testing/mutants/writes.ts";
import { contentMutants } from "./testing/mutants/content.ts";
import { readMutants } from "./testing/mutants/reads.ts";
import { filterMutants } from "./testing/mutants/filters.ts";
import { valueMutants } from "./testing/mutants/values.ts";
import { subscriptionMutants } from "./testing/mutants/subscriptions.ts";
import { signalMutants } from "./testing/mutants/signals.ts";
import { lifetimeMutants } from "./testing/mutants/lifetime.ts";
import { historyMutants } from "./testing/mutants/history.ts";
import { peerMutants } from "./testing/mutants/peers.ts";
import { pruneMutants } from "./testing/mutants/prune.ts";
import { tenantMutants } from "./testing/mutants/tenants.ts";
import { feedMutants } from "./testing/mutants/feed.ts";
import { bulkMutants } from "./testing/mutants/bulk.ts";
import { usageMutants } from "./testing/mutants/usage.ts";
import { applyMutants } from "./testing/mutants/apply.ts";
import { mutantSuite, type Mutation, type Mutants } from "./testing/mutant-suite.ts";

const mutants: Mutants = {
  ...revisionMutants,
  ...writeMutants,
  ...contentMutants,
  ...readMutants,
  ...filterMutants,
  ...valueMutants,
  ...subscriptionMutants,
  ...signalMutants,
  ...lifetimeMutants,
  ...tenantMutants,
  ...feedMutants,
  ...bulkMutants,
  ...historyMutants,
  ...pruneMutants,
  ...usageMutants,
  ...applyMutants,
  ...peerMutants,
};

/** The requirements that a mutant does not meet. */
async function brokenRequirements(mutation: Mutation): Promise<readonly RequirementId[]> {
  const suite = mutantSuite(mutation);
  const broken: RequirementId[] = [];
  for (const id of requirementIds) {
    const [outcome] = await Promise.allSettled([checkRequirement(id, suite)]);
    if (outcome.status === "rejected") broken.push(id);
  }
  return broken;
}

it("finds no failure in an unchanged store", async () => {
  expect(await brokenRequirements(() => ({}))).toEqual([]);
});

it("has exactly one check for each requirement", () => {
  expect(Object.keys(checks).toSorted()).toEqual(requirementIds.toSorted());
});

it("detects each mutant, and has a mutant for each requirement", { timeout: 300_000 }, async () => {
  const table = new Map<string, readonly RequirementId[]>();
  for (const [name, mutation] of Object.entries(mutants)) {
    table.set(name, await brokenRequirements(mutation));
  }
  const rows = [...table].map(([name, ids]) => `${name}\n${ids.map((id) => `  ${id}\n`).join("")}`);
  await expect(rows.join("\n")).toMatchFileSnapshot("testing/golden/mutants.txt");
  expect([...table].filter(([, ids]) => ids.length === 0).map(([name]) => name)).toEqual([]);
  const caught = new Set([...table.values()].flat());
  expect(requirementIds.filter((id) => !caught.has(id))).toEqual([]);
});
