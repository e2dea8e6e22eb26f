import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { applyTransfer, applyRevert, planEject, planRevert } from "@precept/transfer";
import { openWorkspace, planWorkspaceExport, planWorkspaceImport, type Workspace } from "@precept/workspace";
import { stopAtChange, Stopped } from "../faults/stop-at-change.ts";
import type { ToolStep } from "./step.ts";

/** How a command ended. */
export interface StepOutcome {
  /** `done`; `stopped` as if killed; `refused` with an error for the user; `held`: some files were blocked or have conflicts. */
  readonly kind: "done" | "stopped" | "refused" | "held";
  /** The code of the error. */
  readonly code?: string;
  /** Texts that were shown to the user as a conflict. */
  readonly shown: readonly string[];
}

/** Runs a command of Precept in a project, in this process. Deletions are confirmed. */
export async function runToolStep(dir: string, home: string, step: ToolStep): Promise<StepOutcome> {
  let outcome: StepOutcome = { kind: "done", shown: [] };
  const work = async (): Promise<void> => {
    outcome = await run(dir, home, step);
  };
  try {
    if (step.stopAfter === undefined) await work();
    else await stopAtChange(step.stopAfter, work);
  } catch (error) {
    if (isStop(error)) {
      removeInternalFiles(dir);
      return { kind: "stopped", shown: [] };
    }
    if (error instanceof PreceptError) return { kind: "refused", code: error.code, shown: [] };
    throw error;
  }
  return outcome;
}

async function run(dir: string, home: string, step: ToolStep): Promise<StepOutcome> {
  if (step.do === "revert" || step.do === "eject") {
    const options = step.to === undefined ? {} : { to: step.to };
    await applyRevert(dir, step.do === "revert" ? planRevert(dir, options) : planEject(dir, options), { isConfirmed: true });
    return { kind: "done", shown: [] };
  }
  await using workspace = await openWorkspace(dir, { home });
  if (step.do === "import") return await runImport(workspace, step);
  const pulled = step.pulls === true ? await runImport(workspace, { editsOnly: true }) : undefined;
  if (pulled !== undefined) await workspace.reload();
  const { to, lossy, allows = false } = step;
  const options = { to, lossy, allowPrograms: allows };
  const first = await planWorkspaceExport(workspace, options);
  // A file that is a rule of its own has to be imported first.
  const blocked = first.actions.find(({ kind, reason, path }) => {
    return kind === "blocked" && reason !== "unusable" && reason !== "programs" && first.before.has(path);
  });
  const isForced = step.forces === true && blocked !== undefined;
  const plan = isForced ? await planWorkspaceExport(workspace, { ...options, force: [blocked.path] }) : first;
  const { notApplied } = await applyTransfer(dir, plan, plan.before, { by: "export", isConfirmed: true });
  const isHeld = notApplied.length > 0 || plan.actions.some(({ kind }) => kind === "blocked");
  return { kind: isHeld ? "held" : "done", shown: pulled?.shown ?? [] };
}

interface ImportStep {
  readonly merge?: boolean;
  readonly takes?: boolean;
  readonly editsOnly?: boolean;
}

async function runImport(
  workspace: Workspace,
  { merge = false, takes = false, editsOnly = false }: ImportStep,
): Promise<StepOutcome> {
  const first = await planWorkspaceImport(workspace, { merge, editsOnly });
  const path = first.conflicts[0]?.versions.at(-1)?.path;
  const isTaken = takes && path !== undefined && first.before.has(path);
  const plan = isTaken ? await planWorkspaceImport(workspace, { merge, editsOnly, take: [path] }) : first;
  const { notApplied } = await applyTransfer(workspace.root, plan, plan.before, { by: "import", isConfirmed: true });
  const isHeld = plan.conflicts.length + notApplied.length > 0 || plan.actions.some(({ kind }) => kind === "blocked");
  return { kind: isHeld ? "held" : "done", shown: plan.conflicts.flatMap(({ versions }) => versions.map(({ text }) => text)) };
}

/** Whether an error, or one that it wraps, is the stop. */
function isStop(error: unknown): boolean {
  return (
    error instanceof Stopped ||
    (error instanceof Error && (isStop(error.cause) || /Stopped before the change/.test(error.message)))
  );
}

/** Removes the locks and incomplete files of the stopped command. They name this process, which still runs, so no later command removes them. */
function removeInternalFiles(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
    if (/\.precept-(?:lock|tmp)$/.test(name)) rmSync(join(dir, name));
  }
}
