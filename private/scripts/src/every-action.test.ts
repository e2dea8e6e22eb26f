import { agentActions } from "@precept/agent-actions";
import { Random } from "@precept/testing/random";
import { expect, it } from "vitest";
import { describeDifference, sampleActions, sendActions } from "./every-action/run.ts";

it("an action is stopped in every shape of every host, or in none", async () => {
  const differences: string[] = [];
  let stopped = 0;
  for await (const outcome of sendActions(sampleActions(agentActions, 60, new Random(16)))) {
    const difference = describeDifference(outcome);
    if (difference !== undefined) differences.push(difference);
    if (outcome.shapes.some(({ outcome: what }) => what !== "passed")) stopped += 1;
  }
  expect(differences).toEqual([]);
  expect(stopped).toBeGreaterThan(10);
}, 120_000);
