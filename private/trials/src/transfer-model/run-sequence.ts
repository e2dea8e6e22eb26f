import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkExport } from "./check-export.ts";
import { readTree } from "./disk/tree.ts";
import { TransferModel } from "./model.ts";
import type { RepositorySpec } from "./repositories/file-spec.ts";
import { commitAll, startRepository } from "./repositories/git.ts";
import { guidePath, ignoredPaths, excludedPaths } from "./repositories/paths.ts";
import { writeRepository } from "./repositories/write-repository.ts";
import { editByHand } from "./steps/edit-by-hand.ts";
import { runToolStep, type StepOutcome } from "./steps/run-tool-step.ts";
import type { Step, ToolStep } from "./steps/step.ts";

/** A random repository, and what is done with it. */
export interface Sequence {
  readonly files: RepositorySpec;
  /** Whether the project is a repository of git. */
  readonly inGit: boolean;
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
export async function runSequence({ files, inGit, steps }: Sequence, runStep: RunStep = runToolStep): Promise<readonly string[]> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "precept-model-")));
  const [dir, home] = [join(top, "project"), join(top, "home")];
  mkdirSync(dir);
  try {
    const model = new TransferModel(dir);
    writeRepository(dir, files, model.parts);
    if (inGit) startRepository(dir);
    model.start();
    const revert: Step = { do: "revert" };
    for (const [at, step] of [...steps, revert].entries()) {
      const problems = await runOne({ dir, home, inGit, model, runStep }, step);
      if (problems.length > 0) return problems.map((problem) => `after step ${at + 1} (${JSON.stringify(step)}): ${problem}`);
    }
    return [];
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

interface Run {
  readonly dir: string;
  readonly home: string;
  readonly inGit: boolean;
  readonly model: TransferModel;
  readonly runStep: RunStep;
}

async function runOne({ dir, home, inGit, model, runStep }: Run, step: Step): Promise<readonly string[]> {
  if (step.do === "commit") {
    if (inGit) commitAll(dir);
    return [];
  }
  if (step.do === "edit" || step.do === "edit rule") {
    const edit = editByHand(dir, step, model.parts);
    if (edit !== undefined) model.noteEdit(edit);
    return model.checkTexts([]);
  }
  const before = model.beforeCommand();
  const { kind, code, shown } = await runStep(dir, home, step);
  if (code !== undefined) return [`refused with ${code}`];
  const problems: string[] = [];
  if (kind === "stopped") model.noteStop();
  if (step.do === "revert") problems.push(...model.checkRevert(before, step.to === undefined && kind === "done"));
  else model.noteCommand(before);
  if (step.do === "eject") model.noteEject();
  if (step.do === "export" && kind === "done")
    problems.push(...(await checkExport(dir, home, step, (part) => model.copiesOf(part))));
  const after = readTree(dir);
  for (const path of [...excludedPaths, guidePath, ...(inGit ? ignoredPaths : [])]) {
    if (JSON.stringify(after.get(path)) !== JSON.stringify(before.get(path))) problems.push(`${path} was changed`);
  }
  return [...problems, ...model.checkTexts(shown)];
}
