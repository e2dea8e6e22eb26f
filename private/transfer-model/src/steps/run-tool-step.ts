import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import {
  applyTransfer,
  applyWayBack,
  openWorkspace,
  planEject,
  planRevert,
  planWorkspaceExport,
  planWorkspaceImport,
} from "@precept/workspace";
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
      removeLocks(dir);
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
    await applyWayBack(dir, step.do === "revert" ? planRevert(dir, options) : planEject(dir, options), { isConfirmed: true });
    return { kind: "done", shown: [] };
  }
  await using workspace = await openWorkspace(dir, { home });
  if (step.do === "import") {
    const plan = await planWorkspaceImport(workspace, { merge: step.merge === true });
    const { overtaken } = await applyTransfer(dir, plan, plan.before, { by: "import", isConfirmed: true });
    const isHeld = plan.conflicts.length + overtaken.length > 0 || plan.actions.some(({ kind }) => kind === "blocked");
    return { kind: isHeld ? "held" : "done", shown: plan.conflicts.flatMap(({ versions }) => versions.map(({ text }) => text)) };
  }
  const plan = await planWorkspaceExport(workspace, { to: step.to, lossy: step.lossy });
  const { overtaken } = await applyTransfer(dir, plan, plan.before, { by: "export", isConfirmed: true });
  const isHeld = overtaken.length > 0 || plan.actions.some(({ kind }) => kind === "blocked");
  return { kind: isHeld ? "held" : "done", shown: [] };
}

/** Whether an error, or one that it wraps, is the stop. */
function isStop(error: unknown): boolean {
  return (
    error instanceof Stopped ||
    (error instanceof Error && (isStop(error.cause) || /Stopped before the change/.test(error.message)))
  );
}

/** Removes the locks of the stopped command. They name this process, which still runs. */
function removeLocks(dir: string): void {
  const top = join(dir, ".precept");
  if (!existsSync(top)) return;
  for (const name of readdirSync(top, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".precept-lock")) rmSync(join(top, name));
  }
}
