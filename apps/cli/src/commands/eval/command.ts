import { isDeepStrictEqual } from "node:util";
import { nearestNames, PreceptError } from "@precept/core";
import {
  armNames,
  loadCases,
  planEval,
  RecordStore,
  replayEval,
  runEval,
  saveResults,
  type Arm,
  type EvalCase,
  type EvalRecord,
  type EvalReport,
  type LoadedCase,
  type RunResult,
} from "@precept/evals";
import { randomId } from "@precept/files";
import type { Call, CommandResult } from "../../define.ts";
import { listProjectFiles, maxFiles } from "@precept/workspace/project-files";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, printable, styleFor, type Style } from "../../terminal/text.ts";
import { agreeToEval, requirePrices } from "./agree.ts";
import type { EvalOptions } from "./options.ts";
import { reportToJson } from "./to-json.ts";
import { viewCases, viewPlan, viewReport } from "./view.ts";

export async function runEvals(call: Call<EvalOptions>): Promise<CommandResult> {
  const { workspace, options, args } = call;
  const store = new RecordStore(workspace.root);
  if (options.replay === true) {
    const report = await replayEval(workspace, options.record);
    return resultOf(report, call, []);
  }
  const record = options.resume === true ? await resumedRecord(call, store) : undefined;
  const cases = record?.cases ?? (await selectCases(call, args));
  const plan = await planEval(workspace, store, {
    cases,
    runs: options.runs,
    now: new Date(),
    suffix: randomId().slice(0, 4),
    ...(options.arm !== undefined && { arms: options.arm.map(armNamed) }),
    ...(record !== undefined && { record }),
  });
  if (options.dryRun === true) {
    return { json: { effects: plan.effects, estimate: plan.estimate }, text: (style) => viewPlan(plan, style) };
  }
  if (!workspace.isTrusted) throw new PreceptError("EVAL_NOT_TRUSTED", {});
  if (options.maxCost !== undefined) requirePrices(cases);
  if (!(await agreeToEval(plan, call))) return { json: { started: false }, text: () => "Nothing was started.\n" };
  if (record === undefined) await store.start(plan.record);
  const failures: RunResult[] = [];
  const report = await runUntilStopped(
    plan.record,
    call,
    store,
    plan.estimate.isRecorded ? plan.estimate.costOfRun : undefined,
    failures,
  );
  await saveResults(workspace.root, plan.record, report);
  return resultOf(report, call, failures);
}

/** Makes the runs until they are done, a limit is reached, or the user interrupts the program. */
async function runUntilStopped(
  record: EvalRecord,
  { workspace, options, terminal, progress }: Call<EvalOptions>,
  store: RecordStore,
  estimatedCost: number | undefined,
  failures: RunResult[],
): Promise<EvalReport> {
  const stop = new AbortController();
  void terminal.interrupted().then(() => stop.abort("interrupted"));
  const { timeout, maxCost, maxRuns, concurrency } = options;
  const timer = timeout === undefined ? undefined : setTimeout(() => stop.abort("time"), timeout * 1000);
  try {
    return await runEval(workspace, record, {
      store,
      env: terminal.env,
      listFiles: listFilesOf,
      concurrency,
      maxCost,
      maxRuns,
      estimatedCost,
      signal: stop.signal,
      onProgress: progress,
      onFailure: (result) => failures.push(result),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function listFilesOf(dir: string): Promise<readonly string[]> {
  const files = await listProjectFiles(dir);
  if (files === undefined) throw new PreceptError("TOO_MANY_FILES", { path: dir, limit: maxFiles });
  return files;
}

export async function listEvals({ workspace }: Call): Promise<CommandResult> {
  const cases = await loadCases(workspace);
  const store = new RecordStore(workspace.root);
  const records = store.list().flatMap((id) => {
    const record = store.read(id);
    return record === undefined
      ? []
      : [{ id, runs: store.readRuns(id).size, planned: record.cases.length * record.arms.length * record.runs }];
  });
  const diagnostics = cases.flatMap((one) => one.diagnostics);
  return {
    json: {
      cases: cases.map(({ name, file, rules, diagnostics: found }) => ({ name, file, rules, diagnostics: found })),
      evals: records,
    },
    text: (style) => viewCases(cases, records, style),
    notice: (style) => (diagnostics.length === 0 ? "" : asLines(viewDiagnostics(diagnostics, style))),
    ...(diagnostics.some(({ severity }) => severity === "error") && { code: "findings" as const }),
  };
}

/** Returns the cases that the user names, by their names or by the names of their rules. Default: all. */
async function selectCases({ workspace, terminal }: Call, names: readonly string[]): Promise<readonly EvalCase[]> {
  const all = await loadCases(workspace);
  if (all.length === 0 && names.length === 0) throw new PreceptError("EVAL_CASES_MISSING", {});
  const selected = names.length === 0 ? all : [...new Set(names.flatMap((name) => casesNamed(all, name)))];
  const invalid = selected.filter((one) => one.case === undefined);
  if (invalid.length > 0) {
    terminal.err(
      asLines(
        viewDiagnostics(
          invalid.flatMap(({ diagnostics }) => diagnostics),
          styleFor(terminal),
        ),
      ),
    );
    throw new PreceptError("EVAL_CASE_INVALID", { names: invalid.map(({ name }) => name) });
  }
  return selected.flatMap((one) => one.case ?? []);
}

function casesNamed(all: readonly LoadedCase[], name: string): readonly LoadedCase[] {
  const found = all.filter((one) => one.name === name || one.rules.includes(name));
  if (found.length > 0) return found;
  const near = nearestNames(name, [...new Set(all.flatMap((one) => [one.name, ...one.rules]))]);
  throw new PreceptError("EVAL_CASE_UNKNOWN", { name, near });
}

function armNamed(name: string): Arm {
  const found = armNames.find((arm) => arm === name);
  if (found === undefined)
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--arm", value: name, expected: armNames.join(", ") });
  return found;
}

/**
 * Returns the eval that is continued. The project must have the same cases, so that the user can read them: the records of a clone could name other programs.
 *
 * @throws PreceptError `EVAL_RECORD_UNKNOWN`, `EVAL_RECORD_DIFFERS`
 */
async function resumedRecord(call: Call<EvalOptions>, store: RecordStore): Promise<EvalRecord> {
  const id = call.options.record ?? store.list()[0];
  const record = id === undefined ? undefined : store.read(id);
  if (id === undefined || record === undefined) throw new PreceptError("EVAL_RECORD_UNKNOWN", { id });
  const cases = await loadCases(call.workspace);
  const isSame = record.cases.every((one) => isSameJson(one, cases.find(({ name }) => name === one.name)?.case));
  if (!isSame) throw new PreceptError("EVAL_RECORD_DIFFERS", { id });
  return record;
}

/** Whether two values have the same JSON, in which absent and undefined fields are equal. */
function isSameJson(left: unknown, right: unknown): boolean {
  return right !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
}

function resultOf(report: EvalReport, { options }: Call<EvalOptions>, failures: readonly RunResult[]): CommandResult {
  const { failUnder } = options;
  const failing =
    failUnder === undefined ? [] : report.rules.filter(({ effect }) => effect !== undefined && effect.high * 100 < failUnder);
  return {
    json: reportToJson(report, failing, failures),
    text: (style) => viewReport(report, style),
    notice: (style) =>
      [
        ...viewFailures(failures, style),
        ...failing.map(
          ({ name }) => `${style.red("failed")}  The effect of ${printable(name)} is surely under ${failUnder} points\n`,
        ),
      ].join(""),
    ...((failing.length > 0 || report.stopped === "failures") && { code: "findings" as const }),
  };
}

function viewFailures(failures: readonly RunResult[], style: Style): readonly string[] {
  const [first] = failures;
  if (first === undefined) return [];
  return [`${style.yellow("warning")}  ${failures.length} runs failed and do not count: ${printable(first.problem ?? "")}\n`];
}
