import { PreceptError } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { RecordStore } from "./records/record-store.ts";
import { createReport, type EvalReport } from "./report/eval-report.ts";
import { planRuns, runKey } from "./schedule/plan-runs.ts";
import type { RunResult } from "./schedule/run-result.ts";
import { createViolationFinder } from "./score/find-violations.ts";
import { scoreRun } from "./score/score-run.ts";

/**
 * Reports on a recorded eval again. Starts no program and calls no server: what agents, programs and judges did is read from the records. Policies are
 * evaluated as they are now, so that a changed policy shows its effect without new runs.
 *
 * @param record the id of an eval, or a directory of the project with its records. Default: the newest eval.
 * @throws PreceptError `EVAL_RECORD_UNKNOWN`
 */
export async function replayEval(workspace: Workspace, record?: string): Promise<EvalReport> {
  const { store, id } = findRecord(workspace.root, record);
  const found = store.read(id);
  if (found === undefined) throw new PreceptError("EVAL_RECORD_UNKNOWN", { id: record });
  const finished = store.readRuns(id);
  const results: RunResult[] = [];
  for (const one of found.cases) {
    const findViolations = createViolationFinder(workspace, one);
    for (const run of planRuns([one.name], found.arms, found.runs)) {
      const recorded = finished.get(runKey(run));
      if (recorded === undefined) continue;
      const breaches = await scoreRun(one, recorded.observation, findViolations);
      results.push({ ...recorded.result, followed: breaches.length === 0, breaches });
    }
  }
  return createReport(found, results, { stopped: undefined, lostCost: store.lostCost(id) });
}

function findRecord(root: string, record: string | undefined): { readonly store: RecordStore; readonly id: string } {
  const own = new RecordStore(root);
  const id = record ?? own.list()[0];
  if (id === undefined) throw new PreceptError("EVAL_RECORD_UNKNOWN", { id: record });
  if (!id.includes("/")) return { store: own, id };
  const path = id.replace(/\/+$/, "");
  const at = path.lastIndexOf("/");
  return { store: new RecordStore(root, path.slice(0, at)), id: path.slice(at + 1) };
}
