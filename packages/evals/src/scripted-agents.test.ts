import { Random } from "@precept/testing/random";
import { describe, expect, it } from "vitest";
import { evaluateScripted, makeScriptedRun, scriptedRecord, type ScriptedAgent } from "../test/scripted-eval.ts";
import { createReport } from "./report/eval-report.ts";
import { planRuns, runKey } from "./schedule/plan-runs.ts";
import { runAll } from "./schedule/run-all.ts";

const repeats = 2000;

/** The share of repeats whose interval has the true effect in it. */
async function coverage(cases: number, runs: number, agentOf: (random: Random) => readonly ScriptedAgent[], truth: number) {
  const random = new Random(11);
  const record = scriptedRecord(cases, runs);
  let holding = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const agents = agentOf(random);
    const { rules } = await evaluateScripted(
      record,
      (run) => agents[Number(run.case.slice("case-".length))] as ScriptedAgent,
      random,
    );
    const effect = rules[0]?.effect;
    if (effect !== undefined && effect.low <= truth && truth <= effect.high) holding += 1;
  }
  return holding / repeats;
}

describe("an eval of a scripted agent", () => {
  it.each([
    ["obeys rules that it sees, and does little without them", { withRule: 0.9, withoutRule: 0.3 }],
    ["obeys rules that it sees, and does much without them", { withRule: 0.8, withoutRule: 0.6 }],
    ["ignores rules", { withRule: 0.4, withoutRule: 0.4 }],
  ])("that %s has an interval that holds the true effect", async (_, agent) => {
    const found = await coverage(1, 20, () => [agent], agent.withRule - agent.withoutRule);
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.98);
  });

  it("has such an interval over several cases, in which the effects differ", async () => {
    const agents = (random: Random): readonly ScriptedAgent[] =>
      Array.from({ length: 6 }, () => {
        const withoutRule = 0.1 + 0.4 * random.next();
        return { withoutRule, withRule: withoutRule + 0.2 + 0.2 * random.next() };
      });
    const found = await coverage(6, 10, agents, 0.3);
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.98);
  });

  it.each([
    ["helps", { withRule: 1, withoutRule: 0 }],
    ["harms", { withRule: 0, withoutRule: 1 }],
    ["itself", { withRule: 1, withoutRule: 1 }],
    ["none", { withRule: 0.5, withoutRule: 0.5 }],
  ])("gets the verdict %s", async (verdict, agent) => {
    const { rules } = await evaluateScripted(scriptedRecord(1, 40), () => agent, new Random(3));
    expect(rules[0]?.verdict).toBe(verdict);
  });

  it("has an interval with a width also if all cases have the same difference", async () => {
    const { rules } = await evaluateScripted(scriptedRecord(3, 2), () => ({ withRule: 1, withoutRule: 0 }), new Random(3));
    expect(rules[0]?.effect).toMatchObject({ value: 1, high: 1 });
    expect(rules[0]?.effect?.low).toBeLessThan(0.6);
  });

  it("gets the verdict that other rules do the same", async () => {
    const agentOf = ({ arm }: { readonly arm: string }): ScriptedAgent => ({
      withRule: 1,
      withoutRule: arm === "others" ? 1 : 0,
    });
    const { rules } = await evaluateScripted(scriptedRecord(1, 10), agentOf, new Random(3));
    expect(rules[0]?.verdict).toBe("redundant");
  });

  it("has the same report after a stop at any run as without one", async () => {
    const record = scriptedRecord(2, 4);
    const plan = planRuns(
      record.cases.map(({ name }) => name),
      record.arms,
      record.runs,
    );
    const agent = { withRule: 0.8, withoutRule: 0.3 };
    const seedOf = (key: string): number => [...key].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
    const runOne = (run: (typeof plan)[number]) => makeScriptedRun(record, run, agent, new Random(seedOf(runKey(run))));
    const whole = await runAll(plan, runOne, { concurrency: 3 });
    const report = JSON.stringify(createReport(record, whole.results, { stopped: undefined }));
    for (let maxRuns = 0; maxRuns <= plan.length; maxRuns += 1) {
      const first = await runAll(plan, runOne, { concurrency: 3, maxRuns });
      expect([first.results.length, first.stopped]).toEqual([maxRuns, maxRuns < plan.length ? "runs" : undefined]);
      const known = new Map(first.results.map((result) => [runKey(result.run), result]));
      const rest = await runAll(plan, runOne, { concurrency: 2, known });
      expect(JSON.stringify(createReport(record, rest.results, { stopped: undefined }))).toBe(report);
    }
  });
});
