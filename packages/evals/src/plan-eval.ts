import { isDeepStrictEqual } from "node:util";
import { sha256 } from "@precept/files";
import { maxOf, PreceptError } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { EvalCase } from "./model/eval-case.ts";
import { rulesOfProject } from "./copy/rule-files.ts";
import { keyVariable } from "./models/server-of.ts";
import { protocols } from "./models/protocols.ts";
import { costOf } from "./models/usage.ts";
import type { EvalRecord } from "./records/eval-record.ts";
import type { RecordStore } from "./records/record-store.ts";
import { judgeKey, requireResults } from "./results.ts";
import { defaultArms, type Arm } from "./schedule/arms.ts";
import { isUsableJudge, youdenIndex, type JudgeAccuracy } from "./statistics/judge.ts";
import type { Usage } from "./schedule/run-result.ts";

export interface PlanOptions {
  readonly cases: readonly EvalCase[];
  /** For each case and arm. */
  readonly runs: number;
  /** Default: with the rule, without rules, and with the other rules. */
  readonly arms?: readonly Arm[];
  /** When the eval starts. */
  readonly now: Date;
  /** Makes the id unique. */
  readonly suffix: string;
  /** An eval that is continued. Its cases, arms and runs are used. */
  readonly record?: EvalRecord;
}

/** What an eval will do, before it does anything. */
export interface EvalPlan {
  readonly record: EvalRecord;
  readonly estimate: Estimate;
  /** The programs that it starts, and the servers that it calls, as the user has to agree to them. */
  readonly effects: readonly string[];
}

/** What an eval probably needs. */
export interface Estimate {
  readonly runs: number;
  readonly usage: Usage;
  /** Undefined if a case has no price. */
  readonly cost: number | undefined;
  /** What one run of the dearest case costs. */
  readonly costOfRun: number | undefined;
  /** Whether all of it is from recorded runs. Otherwise, usual numbers are assumed. */
  readonly isRecorded: boolean;
}

/** What a run of a coding agent usually needs, in tokens. */
const assumedUsage: Usage = { input: 60_000, output: 3000 };

/**
 * Plans an eval. Starts and calls nothing.
 *
 * @throws PreceptError `EVAL_JUDGE_UNMEASURED`, `EVAL_JUDGE_UNUSABLE`, `EVAL_RESULTS_INVALID`; `EVAL_RECORD_DIFFERS` if the rules of a continued eval have changed.
 */
export async function planEval(workspace: Workspace, store: RecordStore, options: PlanOptions): Promise<EvalPlan> {
  const { cases, runs, arms = defaultArms, now, suffix } = options;
  const rules = await rulesOfProject(workspace);
  const named = new Set(cases.flatMap((one) => one.rules));
  const started = now.toISOString();
  const digests = Object.fromEntries(rules.flatMap(({ name, content }) => (named.has(name) ? [[name, sha256(content)]] : [])));
  if (options.record !== undefined) {
    const { record } = options;
    if (!isDeepStrictEqual(record.rules, digests)) throw new PreceptError("EVAL_RECORD_DIFFERS", { id: record.id });
    return { record, estimate: estimate(record, store), effects: effectsOf(record.cases) };
  }
  const record: EvalRecord = {
    version: 1,
    id: `${started.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-${suffix}`,
    started,
    cases,
    arms,
    runs,
    rules: digests,
    judges: await judgesOf(workspace.root, cases),
  };
  return { record, estimate: estimate(record, store), effects: effectsOf(cases) };
}

async function judgesOf(root: string, cases: readonly EvalCase[]): Promise<Readonly<Record<string, JudgeAccuracy>>> {
  const { judges } = await requireResults(root);
  const found: [string, JudgeAccuracy][] = [];
  for (const { name, expect, judge } of cases) {
    if (expect.question === undefined || judge === undefined) continue;
    const model = judgeKey(judge);
    const measured = judges[model];
    if (measured === undefined) throw new PreceptError("EVAL_JUDGE_UNMEASURED", { model });
    if (!isUsableJudge(measured)) {
      throw new PreceptError("EVAL_JUDGE_UNUSABLE", { model, index: youdenIndex(measured).toFixed(2) });
    }
    found.push([name, measured]);
  }
  return Object.fromEntries(found);
}

function estimate({ cases, arms, runs }: EvalRecord, store: RecordStore): Estimate {
  const perCase = cases.map((one) => ({ one, known: recordedUsage(store, one.name) }));
  const each = arms.length * runs;
  const sum = (key: keyof Usage): number => perCase.reduce((total, { known }) => total + (known ?? assumedUsage)[key] * each, 0);
  const costs = perCase.map(({ one, known }) =>
    one.agent.price === undefined ? undefined : costOf(known ?? assumedUsage, one.agent.price),
  );
  const isPriced = costs.every((cost) => cost !== undefined);
  return {
    runs: cases.length * each,
    usage: { input: sum("input"), output: sum("output") },
    cost: isPriced ? costs.reduce((total, cost) => total + (cost ?? 0) * each, 0) : undefined,
    costOfRun: isPriced ? maxOf([0, ...costs.map((cost) => cost ?? 0)]) : undefined,
    isRecorded: perCase.every(({ known }) => known !== undefined),
  };
}

/** The mean of the newest eval with runs of a case. */
function recordedUsage(store: RecordStore, name: string): Usage | undefined {
  for (const id of store.list()) {
    const used = [...store.readRuns(id).values()].flatMap(({ result }) => (result.run.case === name ? (result.usage ?? []) : []));
    if (used.length === 0) continue;
    const mean = (key: keyof Usage): number => Math.round(used.reduce((sum, usage) => sum + usage[key], 0) / used.length);
    return { input: mean("input"), output: mean("output") };
  }
  return undefined;
}

function effectsOf(cases: readonly EvalCase[]): readonly string[] {
  const effects = cases.flatMap(({ agent, expect, judge }) => {
    const { command, shell, pass = [] } = agent;
    const passed = pass.length === 0 ? "" : `, with ${pass.join(", ")} of your environment`;
    return [
      ...(command === undefined ? [] : [`starts${shell === true ? " in a shell" : ""}: ${command.join(" ")}${passed}`]),
      ...(expect.command === undefined ? [] : [`starts: ${expect.command.join(" ")}`]),
      ...[agent, ...(expect.question === undefined || judge === undefined ? [] : [judge])].flatMap((one) => {
        if (one.protocol === undefined) return [];
        const variable = keyVariable(one);
        return [
          `calls: ${one.url ?? protocols[one.protocol].url}${variable === undefined ? "" : ` with the key in ${variable}`}`,
        ];
      }),
    ];
  });
  return [...new Set(effects)];
}
