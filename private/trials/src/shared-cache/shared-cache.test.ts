import { afterAll, describe, expect, it } from "vitest";
import { findStale } from "./find-stale.ts";
import { end, findFault } from "./trial.ts";
import type { Fault, ReaderReport } from "./report.ts";

describe("the trial of the shared cache", { tags: ["slow"] }, () => {
  afterAll(end);

  it.each<Fault>(["unchecked-values", "frozen-position"])("finds stale answers of a process with %s", async (fault) => {
    const found = await findFault(fault);
    expect(found?.length).not.toBe(0);
  });
});

describe("stale answers", () => {
  const metrics = {
    l1: { hits: 0, misses: 0, rules: 0, snapshots: 0, evictions: 0 },
    l2: { hits: 0, misses: 0, errors: 0 },
    store: { reads: 0, checks: 0, errors: 0, bypasses: 0 },
    staleAnswers: 0,
  };
  const report = (parts: Partial<ReaderReport>): ReaderReport => ({
    requests: 1,
    readings: [],
    writings: [],
    failures: [],
    metrics,
    ...parts,
  });
  const writer = report({ writings: [{ id: "cart", revision: 2, acknowledgedAt: 1000 }] });

  it("are those that lack a write of another process after the time of the recheck", () => {
    const reader = (lastStartedAt: number, revision: number): ReaderReport =>
      report({ readings: [{ id: "cart", revision, lastStartedAt }] });
    expect(findStale([writer, reader(3000, 1)])).toEqual(["process 2: cart is 1, 2000 ms after 2 was acknowledged"]);
    expect(findStale([writer, reader(3000, 2)])).toEqual([]);
    expect(findStale([writer, reader(1900, 1)])).toEqual([]);
  });

  it("are those that a process contradicts itself with", () => {
    expect(findStale([report({ failures: ["cart is 1 after 2 in the same process"] })])).toHaveLength(1);
  });
});
