import type { Random } from "@precept/testing/random";
import type { EvalCase } from "../src/model/eval-case.ts";
import type { EvalRecord } from "../src/records/eval-record.ts";
import { createReport, type EvalReport } from "../src/report/eval-report.ts";
import { arms, defaultArms } from "../src/schedule/arms.ts";
import { planRuns, type PlannedRun } from "../src/schedule/plan-runs.ts";
import { runAll, type RunAllOptions } from "../src/schedule/run-all.ts";
import type { RunResult } from "../src/schedule/run-result.ts";
import { scoreRun } from "../src/score/score-run.ts";

/** An agent that follows a rule with one probability if it has the rule, and with another one if it does not. */
export interface ScriptedAgent {
  readonly withRule: number;
  readonly withoutRule: number;
}

export function scriptedRecord(cases: number, runs: number): EvalRecord {
  return {
    version: 1,
    id: "scripted",
    started: "2026-01-31T14:05:00.000Z",
    cases: Array.from({ length: cases }, (_, at) => scriptedCase(`case-${at}`)),
    arms: defaultArms,
    runs,
    rules: { rule: "0" },
    judges: {},
  };
}

function scriptedCase(name: string): EvalCase {
  return {
    name,
    file: `${name}.yaml`,
    rules: ["rule"],
    task: "Task.",
    start: { folder: undefined, files: {} },
    expect: { policies: ["NO-BAD"], matches: [], command: undefined, question: undefined },
    agent: { command: ["agent"] },
    judge: undefined,
  };
}

/** Makes a run in memory: the agent writes a file, which is scored as the files of real agents are. */
export async function makeScriptedRun(
  record: EvalRecord,
  run: PlannedRun,
  agent: ScriptedAgent,
  random: Random,
): Promise<RunResult> {
  const follows = random.chance(arms[run.arm].hasRule ? agent.withRule : agent.withoutRule);
  const changes = [{ path: "a.ts", text: follows ? "good" : "bad", kind: "created" as const }];
  const one = record.cases.find(({ name }) => name === run.case) as EvalCase;
  const breaches = await scoreRun(one, { changes, commands: [] }, async ({ text }) =>
    text === "bad" ? [{ kind: "policy", name: "NO-BAD", file: "a.ts" }] : [],
  );
  return {
    run,
    status: "done",
    followed: breaches.length === 0,
    breaches,
    calls: 1,
    usage: { input: 100, output: 10 },
    cost: 0.5,
  };
}

/** Makes all runs of an eval with a scripted agent. */
export async function evaluateScripted(
  record: EvalRecord,
  agentOf: (run: PlannedRun) => ScriptedAgent,
  random: Random,
  options: Partial<RunAllOptions> = {},
): Promise<EvalReport> {
  const plan = planRuns(
    record.cases.map(({ name }) => name),
    record.arms,
    record.runs,
  );
  const { results, stopped } = await runAll(plan, (run) => makeScriptedRun(record, run, agentOf(run), random), {
    concurrency: 4,
    ...options,
  });
  return createReport(record, results, { stopped });
}
