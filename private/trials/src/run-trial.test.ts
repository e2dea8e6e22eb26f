import { describe, expect, it } from "vitest";
import { describeReport, runTrial } from "./run-trial.ts";

const options = { rounds: 5, seed: 7, size: "full" } as const;

describe("a trial", () => {
  it("adds up the counts of its rounds, each of which has the next seed", async () => {
    const report = await runTrial("sums", async (seed) => ({ counts: { seeds: seed }, failures: [] }), options);
    expect(report).toMatchObject({ rounds: 5, counts: { seeds: 7 + 8 + 9 + 10 + 11 }, failures: [] });
  });

  it("ends after three failed rounds, and says how to repeat them", async () => {
    const report = await runTrial("odd", async (seed) => ({ counts: {}, failures: seed % 2 === 1 ? ["odd"] : [] }), options);
    expect(report.rounds).toBe(5);
    expect(describeReport(report)).toContain("pnpm trials odd --seed 9 --rounds 1\n    odd");
  });

  it("reports an error of a round as a failure", async () => {
    const report = await runTrial("broken", () => Promise.reject(new Error("broken")), { ...options, rounds: 1 });
    expect(report.failures[0]?.text).toContain("Error: broken");
  });

  it("runs one round even if there is no time", async () => {
    const report = await runTrial("slow", async () => ({ counts: {}, failures: [] }), { ...options, seconds: 0 });
    expect(report.rounds).toBe(1);
  });
});
