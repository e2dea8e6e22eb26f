import { describe, expect, it } from "vitest";
import { runMemoryTrials, type MemoryTrial } from "./trials.ts";

describe.skipIf(process.platform === "win32")("processes that are killed while they append to one MEMORY.md", () => {
  it("lose no acknowledged entry, and never leave an incomplete file", { timeout: 300_000 }, async () => {
    const trials: MemoryTrial[] = [];
    for await (const trial of runMemoryTrials(6, 20_261_122)) trials.push(trial);
    expect(trials.filter(({ failures }) => failures.length > 0)).toEqual([]);
    expect(trials.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(12);
  });
});
