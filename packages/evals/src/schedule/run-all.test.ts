import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRuns, runKey, type PlannedRun } from "./plan-runs.ts";
import { runAll } from "./run-all.ts";
import type { RunResult } from "./run-result.ts";

const plan = planRuns(["a", "b"], ["with", "without"], 5);

function done(run: PlannedRun, cost = 0): RunResult {
  return { run, status: "done", followed: true, breaches: [], calls: 1, cost };
}

describe("running all runs of a plan", () => {
  it("makes each run once, alternating the arms", async () => {
    const made: string[] = [];
    const { results, stopped } = await runAll(plan, async (run) => (made.push(runKey(run)), done(run)), { concurrency: 3 });
    expect(made.slice(0, 5)).toEqual(["a/with-1", "a/without-1", "b/with-1", "b/without-1", "a/with-2"]);
    expect([made.length, new Set(made).size, results.length, stopped]).toEqual([20, 20, 20, undefined]);
  });

  it("continues after known runs, whose cost counts", async () => {
    const known = new Map(plan.slice(0, 15).map((run) => [runKey(run), done(run, 1)]));
    const made: string[] = [];
    const { results, cost } = await runAll(plan, async (run) => (made.push(runKey(run)), done(run, 1)), {
      concurrency: 2,
      known,
    });
    expect(made).toEqual(plan.slice(15).map(runKey));
    expect([results.length, cost]).toEqual([20, 20]);
  });

  it("stops after three failed runs in succession, and does not count them", async () => {
    const fail = async (run: PlannedRun): Promise<RunResult> => ({ run, status: "failed", breaches: [], calls: 0 });
    expect(await runAll(plan, fail, { concurrency: 1 })).toEqual({ results: [], stopped: "failures", cost: 0 });
  });

  it("stops at a number of runs", async () => {
    const { results, stopped } = await runAll(plan, async (run) => done(run), { concurrency: 4, maxRuns: 7 });
    expect([results.length, stopped]).toEqual([7, "runs"]);
  });

  it("drops runs that are interrupted", async () => {
    const stop = new AbortController();
    let made = 0;
    const runOne = async (run: PlannedRun, signal: AbortSignal): Promise<RunResult> => {
      made += 1;
      if (made === 4) stop.abort("interrupted");
      await setImmediate();
      signal.throwIfAborted();
      return done(run);
    };
    const { results, stopped } = await runAll(plan, runOne, { concurrency: 2, signal: stop.signal });
    expect(results.length).toBeLessThan(4);
    expect(stopped).toBe("interrupted");
  });

  it("rejects with the error of a bug", async () => {
    const broken = async (): Promise<RunResult> => {
      throw new Error("bug");
    };
    await expect(runAll(plan, broken, { concurrency: 2 })).rejects.toThrow("bug");
  });

  it("never exceeds a limit of money by more than the runs in flight", async () => {
    const prices = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: plan.length, maxLength: plan.length });
    const limits = fc.record({
      prices,
      ticks: fc.array(fc.nat(4), { minLength: plan.length, maxLength: plan.length }),
      maxCost: fc.double({ min: 0, max: 60, noNaN: true }),
      concurrency: fc.integer({ min: 1, max: 6 }),
      estimatedCost: fc.double({ min: 0, max: 5, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(limits, async ({ prices: costs, ticks, ...options }) => {
        const inFlight = new Set<PlannedRun>();
        const costOf = (run: PlannedRun): number => costs[plan.indexOf(run)] ?? 0;
        let largest = 0;
        const runOne = async (run: PlannedRun): Promise<RunResult> => {
          inFlight.add(run);
          largest = Math.max(
            largest,
            [...inFlight].reduce((sum, one) => sum + costOf(one), 0),
          );
          for (let tick = 0; tick < (ticks[plan.indexOf(run)] ?? 0); tick += 1) await setImmediate();
          return done(run, costOf(run));
        };
        let spent = 0;
        const onResult = ({ run }: RunResult): void => {
          spent += costOf(run);
          inFlight.delete(run);
        };
        const { cost, results } = await runAll(plan, runOne, { ...options, onResult });
        expect(cost).toBeCloseTo(spent, 6);
        expect(spent).toBeLessThanOrEqual(options.maxCost + largest + 1e-9);
        // A limit that is far away stops nothing.
        const sum = plan.reduce((total, run) => total + costOf(run), 0);
        const dearest = Math.max(options.estimatedCost, ...costs);
        const isFarAway = sum + options.concurrency * dearest < options.maxCost;
        expect(!isFarAway || results.length === plan.length).toBe(true);
      }),
    );
  });
});
