import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { makeDirectory, openRoot, randomId, removeTree } from "@precept/files";
import type { ProgressListener } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { createTemplates } from "./copy/templates.ts";
import { makeRun } from "./make-run.ts";
import type { Environment } from "./models/server-of.ts";
import type { EvalRecord } from "./records/eval-record.ts";
import type { RecordStore } from "./records/record-store.ts";
import { createReport, type EvalReport } from "./report/eval-report.ts";
import { requireResults } from "./results.ts";
import { planRuns } from "./schedule/plan-runs.ts";
import { runAll, type Limits } from "./schedule/run-all.ts";
import type { RunResult } from "./schedule/run-result.ts";
import { createViolationFinder } from "./score/find-violations.ts";
import type { FindViolations } from "./score/score-run.ts";

export interface RunEvalOptions extends Limits {
  readonly store: RecordStore;
  /** The user's environment variables. */
  readonly env: Environment;
  /** Lists the files of a project, relative to it. */
  readonly listFiles: (dir: string) => Promise<readonly string[]>;
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
  /** Receives runs that failed. They do not count, and are repeated when the eval is resumed. */
  readonly onFailure?: (result: RunResult) => void;
}

/** The beginning of the names of temporary directories. */
const temporaryPrefix = "precept-copies-";

/**
 * Makes the runs of an eval that were not made before, and reports on all of them. Everything is recorded while it happens: a killed eval continues
 * where it was.
 *
 * The caller has the agreement of the user, in a project that the user trusts: this starts the programs of the cases.
 */
export async function runEval(workspace: Workspace, record: EvalRecord, options: RunEvalOptions): Promise<EvalReport> {
  const { store, env, onProgress, onFailure } = options;
  const { id, cases, arms, runs } = record;
  // Before the first run is paid for.
  await requireResults(workspace.root);
  const temporary = openRoot(tmpdir());
  // A killed process could not remove its copies. The record may be forged: nothing else is removed.
  const before = basename(store.copiesOf(id) ?? "");
  if (before.startsWith(temporaryPrefix)) await removeTree(temporary, before);
  const copies = `${temporaryPrefix}${randomId()}`;
  // Noted before it is created, so that it is found whenever this process is killed.
  await store.noteCopies(id, join(temporary.dir, copies));
  await makeDirectory(temporary, copies, { isPrivate: true });
  const root = openRoot(join(temporary.dir, copies));
  try {
    const plan = planRuns(
      cases.map(({ name }) => name),
      arms,
      runs,
    );
    const finders = new Map<string, FindViolations>(cases.map((one) => [one.name, createViolationFinder(workspace, one)]));
    const context = {
      id,
      store,
      env,
      templates: createTemplates(workspace, root, options.listFiles),
      findViolations: ({ name }: { readonly name: string }) => finders.get(name) as FindViolations,
    };
    const byName = new Map(cases.map((one) => [one.name, one]));
    const known = new Map([...store.readRuns(id)].map(([key, { result }]) => [key, result]));
    const spentBefore = store.lostCost(id);
    onProgress?.({ step: "Running agents", done: known.size, total: plan.length });
    const { results, stopped } = await runAll(
      plan,
      (run, signal) => makeRun(byName.get(run.case) as (typeof cases)[number], run, context, signal),
      {
        ...options,
        known,
        spentBefore,
        onResult: (result, done) => {
          onProgress?.({ step: "Running agents", done, total: plan.length });
          if (result.status === "failed") onFailure?.(result);
        },
      },
    );
    return createReport(record, results, { stopped, lostCost: store.lostCost(id) });
  } finally {
    await removeTree(temporary, copies);
  }
}
