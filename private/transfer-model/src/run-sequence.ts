import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace, planWorkspaceExport } from "@precept/workspace";
import { readTree } from "./disk/tree.ts";
import { TransferModel } from "./model.ts";
import type { RepositorySpec } from "./repositories/file-spec.ts";
import { passedOverPaths } from "./repositories/paths.ts";
import { writeRepository } from "./repositories/write-repository.ts";
import { editByHand } from "./steps/edit-by-hand.ts";
import { runToolStep, type StepOutcome } from "./steps/run-tool-step.ts";
import type { Step, ToolStep } from "./steps/step.ts";

/** A random repository, and what is done with it. */
export interface Sequence {
  readonly files: RepositorySpec;
  readonly steps: readonly Step[];
}

/** Runs a command in a project. */
export type RunStep = (dir: string, home: string, step: ToolStep) => Promise<StepOutcome>;

/**
 * Runs a sequence in a temporary directory, and a revert of everything at the end.
 *
 * @param runStep runs the commands of Precept. Default: in this process.
 * @returns what is wrong after the first step that something is wrong after. Empty if nothing is.
 */
export async function runSequence({ files, steps }: Sequence, runStep: RunStep = runToolStep): Promise<readonly string[]> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "precept-model-")));
  const [dir, home] = [join(top, "project"), join(top, "home")];
  mkdirSync(dir);
  try {
    const model = new TransferModel(dir);
    writeRepository(dir, files, model.parts);
    model.start();
    const revert: Step = { do: "revert" };
    for (const [at, step] of [...steps, revert].entries()) {
      const problems = await runOne(dir, home, step, model, runStep);
      if (problems.length > 0) return problems.map((problem) => `after step ${at + 1} (${JSON.stringify(step)}): ${problem}`);
    }
    return [];
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

async function runOne(dir: string, home: string, step: Step, model: TransferModel, runStep: RunStep): Promise<readonly string[]> {
  if (step.do === "edit" || step.do === "edit rule") {
    const edit = editByHand(dir, step, model.parts);
    if (edit !== undefined) model.noteEdit(edit);
    return model.checkTexts([]);
  }
  const before = model.beforeCommand();
  const { kind, code, shown } = await runStep(dir, home, step);
  if (code !== undefined && !expectedRefusals.has(code)) return [`refused with ${code}`];
  const problems: string[] = [];
  if (kind === "stopped") model.noteStop();
  if (step.do === "revert") problems.push(...model.checkRevert(before, step.to === undefined && kind === "done"));
  else model.noteCommand(before);
  if (step.do === "eject") model.noteEject();
  if (step.do === "export" && kind === "done") problems.push(...(await checkSecondExport(dir, home, step)));
  const after = readTree(dir);
  for (const path of [...passedOverPaths, "docs/guide.md"]) {
    if (JSON.stringify(after.get(path)) !== JSON.stringify(before.get(path))) problems.push(`${path} was changed`);
  }
  return [...problems, ...model.checkTexts(shown)];
}

/** Errors that tell a user what to do first. */
const expectedRefusals: ReadonlySet<string> = new Set(["EXPORT_OVER_LIMIT"]);

/** Checks that the same export would write nothing. */
async function checkSecondExport(
  dir: string,
  home: string,
  { to, lossy }: ToolStep & { do: "export" },
): Promise<readonly string[]> {
  await using workspace = await openWorkspace(dir, { home, readOnly: true });
  const { actions } = await planWorkspaceExport(workspace, { to, lossy });
  return actions.filter(({ kind }) => kind !== "unchanged").map(({ kind, path }) => `a second export would ${kind} ${path}`);
}
