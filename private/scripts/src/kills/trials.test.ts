import { describe, expect, it } from "vitest";
import { runTrials, type Trial } from "./trials.ts";

describe.skipIf(process.platform === "win32")("a killed restore or undo", () => {
  it("is in exactly the old or the new state after the next command", { timeout: 300_000 }, async () => {
    const failed: Trial[] = [];
    for await (const trial of runTrials(12, 20_261_121)) if (trial.failures.length > 0) failed.push(trial);
    expect(failed).toEqual([]);
  });
});
