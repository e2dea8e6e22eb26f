import { expect, it } from "vitest";
import { runSoak } from "./run.ts";

it("gives right answers and announces every change under load", async () => {
  const { failures, requests, edits } = await runSoak({ seconds: 10, rules: 200, connections: 10, onProgress: () => undefined });
  expect(failures).toEqual([]);
  expect([requests > 0, edits > 0]).toEqual([true, true]);
}, 180_000);
