import { expect, it } from "vitest";
import { checkRequirement } from "./check-requirement.ts";
import { checks } from "./checks.ts";
import { requirementIds, type RequirementId } from "./requirements.ts";
import { revisionMutants } from "../test/mutants/revisions.ts";
import { writeMutants } from "../test/mutants/writes.ts";
import { contentMutants } from "../test/mutants/content.ts";
import { readMutants } from "../test/mutants/reads.ts";
import { filterMutants } from "../test/mutants/filters.ts";
import { valueMutants } from "../test/mutants/values.ts";
import { subscriptionMutants } from "../test/mutants/subscriptions.ts";
import { signalMutants } from "../test/mutants/signals.ts";
import { lifetimeMutants } from "../test/mutants/lifetime.ts";
import { historyMutants } from "../test/mutants/history.ts";
import { peerMutants } from "../test/mutants/peers.ts";
import { pruneMutants } from "../test/mutants/prune.ts";
import { tenantMutants } from "../test/mutants/tenants.ts";
import { feedMutants } from "../test/mutants/feed.ts";
import { bulkMutants } from "../test/mutants/bulk.ts";
import { usageMutants } from "../test/mutants/usage.ts";
import { applyMutants } from "../test/mutants/apply.ts";
import { mutantSuite, type Mutation, type Mutants } from "../test/mutant-suite.ts";

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
  await expect(rows.join("\n")).toMatchFileSnapshot("../test/golden/mutants.txt");
  expect([...table].filter(([, ids]) => ids.length === 0).map(([name]) => name)).toEqual([]);
  const caught = new Set([...table.values()].flat());
  expect(requirementIds.filter((id) => !caught.has(id))).toEqual([]);
});
