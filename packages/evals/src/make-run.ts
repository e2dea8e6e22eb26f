import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { copyDirectory, makeDirectory, openRoot, removeTree } from "@precept/files";
import { createCommandAgent } from "./agents/command-agent.ts";
import { environmentOf, homeDirectories } from "./agents/environment.ts";
import { createModelAgent, defaultTurns, type RulesFor } from "./agents/model-agent.ts";
import { runProgram } from "./agents/run-program.ts";
import type { Agent } from "./agents/agent.ts";
import type { EvalCase } from "./model/eval-case.ts";
import { openCopy } from "./copy/rule-files.ts";
import { changesIn, listTree } from "./copy/tree.ts";
import type { Templates } from "./copy/templates.ts";
import type { Exchange } from "./models/exchange.ts";
import { serverOf, type Environment } from "./models/server-of.ts";
import { shellCommandsIn } from "./models/shell-commands.ts";
import { addUsage, costOf, usageOf } from "./models/usage.ts";
import type { Caller, RunRecord } from "./records/eval-record.ts";
import type { RecordStore } from "./records/record-store.ts";
import type { PlannedRun } from "./schedule/plan-runs.ts";
import type { RunResult, Usage } from "./schedule/run-result.ts";
import { askJudge, describeChanges } from "./score/ask-judge.ts";
import type { Observation } from "./score/observation.ts";
import { scoreRun, type FindViolations } from "./score/score-run.ts";

/** What all runs of an eval share. */
export interface RunContext {
  readonly id: string;
  readonly store: RecordStore;
  readonly templates: Templates;
  readonly env: Environment;
  readonly findViolations: (one: EvalCase) => FindViolations;
}

/** How long the program may take that checks a result, in milliseconds. */
const checkTimeout = 120_000;

/** How much of the output of a program is recorded with a run, in characters. */
const maxRecordedOutput = 4000;

/** Makes one run: copies the files, lets the agent work, observes what it did, scores it, and records all of it. */
export async function makeRun(one: EvalCase, run: PlannedRun, context: RunContext, signal: AbortSignal): Promise<RunResult> {
  const { id, store, templates } = context;
  const template = await templates.of(one, run.arm);
  const dir = await templates.createRunDirectory();
  const attempt = await store.startAttempt(id, run);
  const calls = createCallLog(one, (entry) => store.addExchange(id, run, attempt, entry));
  try {
    const copy = join(dir, "project");
    await copyDirectory(openRoot(template.dir), openRoot(copy));
    for (const path of homeDirectories) await makeDirectory(openRoot(dir), path, { isPrivate: true });
    const agent = createAgent(one, context, dir);
    const end = await agent({ prompt: one.task, dir, copy, onExchange: calls.listener("agent"), signal });
    signal.throwIfAborted();
    const changes = await changesIn(copy, template.tree);
    const commands = shellCommandsIn(calls.exchanges);
    if (end.isFailed && changes.length === 0 && commands.length === 0) {
      return resultOf(run, calls, { status: "failed", breaches: [], problem: withOutput(end.problem ?? "", end.output) });
    }
    const observation: Observation = {
      changes,
      commands,
      ...(end.problem !== undefined && { problem: end.problem }),
      ...(await checkResult(one, { dir, copy, env: context.env, signal })),
      ...(await judgeResult(one, changes, { env: context.env, signal, onExchange: calls.listener("judge") })),
    };
    const breaches = await scoreRun(one, observation, context.findViolations(one));
    const problem = end.problem === undefined ? {} : { problem: end.problem };
    const result = resultOf(run, calls, { status: "done", followed: breaches.length === 0, breaches, ...problem });
    const record: RunRecord = { result, observation, attempt };
    await store.finishRun(id, record);
    return result;
  } finally {
    await removeTree(templates.root, dir);
  }
}

function createAgent(one: EvalCase, { env, templates }: RunContext, dir: string): Agent {
  const { agent } = one;
  const server = serverOf(agent, env, one.name);
  if (agent.command !== undefined) return createCommandAgent(agent, server, env);
  if (server === undefined) throw new PreceptError("EVAL_CASE_INVALID", { names: [one.name] });
  const rulesFor: RulesFor = async (copy, request) => {
    await using workspace = await openCopy(copy, join(dir, "home/.precept"));
    return (await workspace.resolve({ prompt: request.prompt, files: request.files })).prompt;
  };
  return createModelAgent(server, agent.turns ?? defaultTurns, {
    rulesFor,
    listFiles: async (copy) => (await listTree(openRoot(copy))).filter((path) => !templates.isRuleFile(path)),
  });
}

async function checkResult(
  { expect, agent }: EvalCase,
  {
    dir,
    copy,
    env,
    signal,
  }: { readonly dir: string; readonly copy: string; readonly env: Environment; readonly signal: AbortSignal },
): Promise<Pick<Observation, "check">> {
  if (expect.command === undefined) return {};
  const call = { words: expect.command, cwd: copy, env: environmentOf(dir, env, agent.pass), timeout: checkTimeout, signal };
  const { exitCode, problem, output } = await runProgram(call);
  signal.throwIfAborted();
  return { check: { exitCode, output: withOutput(problem ?? "", output) } };
}

async function judgeResult(
  { name, expect, judge }: EvalCase,
  changes: Observation["changes"],
  {
    env,
    ...options
  }: { readonly env: Environment; readonly signal: AbortSignal; readonly onExchange: (exchange: Exchange) => void },
): Promise<Pick<Observation, "answer">> {
  const { question } = expect;
  const server = question === undefined || judge === undefined ? undefined : serverOf(judge, env, name);
  if (question === undefined || server === undefined) return {};
  return { answer: await askJudge(server, { question, text: describeChanges(changes) }, options) };
}

/** The model calls of a run, and what they used. */
interface CallLog {
  readonly exchanges: readonly Exchange[];
  readonly listener: (caller: Caller) => (exchange: Exchange) => void;
  readonly total: () => { readonly usage: Usage | undefined; readonly cost: number | undefined; readonly calls: number };
}

function createCallLog(
  { agent, judge }: EvalCase,
  record: (entry: Exchange & { readonly caller: Caller; readonly usage: Usage; readonly cost?: number }) => void,
): CallLog {
  const exchanges: Exchange[] = [];
  let usage: Usage = { input: 0, output: 0 };
  let cost: number | undefined = 0;
  let calls = 0;
  return {
    exchanges,
    listener: (caller) => (exchange) => {
      const used = usageOf(exchange);
      const price = caller === "agent" ? agent.price : judge?.price;
      const paid = price === undefined ? undefined : costOf(used, price);
      calls += 1;
      usage = addUsage(usage, used);
      cost = cost === undefined || paid === undefined ? undefined : cost + paid;
      if (caller === "agent") exchanges.push(exchange);
      record({ caller, usage: used, ...(paid !== undefined && { cost: paid }), ...exchange });
    },
    total: () => ({ usage: calls === 0 ? undefined : usage, cost: calls === 0 ? undefined : cost, calls }),
  };
}

function resultOf(
  run: PlannedRun,
  calls: CallLog,
  rest: Pick<RunResult, "status" | "followed" | "breaches" | "problem">,
): RunResult {
  const { usage, cost, calls: number } = calls.total();
  return { run, ...rest, calls: number, ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) };
}

function withOutput(problem: string, output: string): string {
  return [problem, output.trim().slice(-maxRecordedOutput)].filter((text) => text !== "").join("\n");
}
