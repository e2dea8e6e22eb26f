import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bySize } from "@precept/testing";
import { describe, expect, it } from "vitest";
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

const golden = join(import.meta.dirname, "../test/golden/mutants.txt");

/** Returns the requirements that a mutant does not meet. */
async function brokenRequirements(
  mutation: Mutation,
  ids: readonly RequirementId[] = requirementIds,
): Promise<readonly RequirementId[]> {
  const suite = mutantSuite(mutation);
  const broken: RequirementId[] = [];
  for (const id of ids) {
    const [outcome] = await Promise.allSettled([checkRequirement(id, suite)]);
    if (outcome.status === "rejected") broken.push(id);
  }
  return broken;
}

/** The rows of the golden file: for each mutant the requirements that it does not meet. */
function readTable(): ReadonlyMap<string, readonly RequirementId[]> {
  const rows = readFileSync(golden, "utf8").split(/\n(?=\S)/);
  return new Map(
    rows.map((row) => {
      const [name = "", ...ids] = row.split("\n").map((line) => line.trim());
      return [name, ids.filter((id) => id !== "") as RequirementId[]];
    }),
  );
}

it("finds no failure in an unchanged store", async () => {
  expect(await brokenRequirements(() => ({}))).toEqual([]);
});

it("has exactly one check for each requirement", () => {
  expect(Object.keys(checks).toSorted()).toEqual(requirementIds.toSorted());
});

it("has a mutant for each requirement, and a requirement for each mutant", () => {
  const table = readTable();
  expect([...table.keys()]).toEqual(Object.keys(mutants));
  expect([...table].filter(([, ids]) => ids.length === 0)).toEqual([]);
  const caught = new Set([...table.values()].flat());
  expect(requirementIds.filter((id) => !caught.has(id))).toEqual([]);
});

describe.runIf(bySize({ sample: true, full: false }))("the requirements that the golden file names first and last", () => {
  it.each([...readTable()])("detect a store that %s", async (name, ids) => {
    const some = [...new Set([ids[0], ids.at(-1)])].filter((id) => id !== undefined);
    expect(await brokenRequirements(mutants[name] as Mutation, some)).toEqual(some);
  });
});

// `PRECEPT_TRIAL=full npx -y pnpm@12 vitest run store-testkit/src/mutants --update` writes the golden file.
it.runIf(bySize({ sample: false, full: true }))(
  "the golden file names all requirements that detect a mutant",
  async () => {
    const rows: string[] = [];
    for (const [name, mutation] of Object.entries(mutants)) {
      const ids = await brokenRequirements(mutation);
      rows.push(`${name}\n${ids.map((id) => `  ${id}\n`).join("")}`);
    }
    await expect(rows.join("\n")).toMatchFileSnapshot(golden);
  },
  600_000,
);
