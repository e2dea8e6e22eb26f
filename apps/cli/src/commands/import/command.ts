import { applyTransfer } from "@precept/transfer";
import { planWorkspaceImport, type WorkspaceImport } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { projectPathOf } from "../../transfer/project-path.ts";
import { importToJson } from "../../transfer/to-json.ts";
import { viewImport, viewSimilar } from "./view.ts";

export interface ImportCommandOptions {
  readonly from?: readonly string[];
  readonly include?: readonly string[];
  readonly take?: readonly string[];
  readonly merge?: boolean;
  readonly dryRun?: boolean;
}

export async function importRules(call: Call<ImportCommandOptions>): Promise<CommandResult> {
  const { workspace, options, progress } = call;
  const plan = await planImport(call);
  const isDone = options.dryRun !== true;
  const apply = { by: "import", onProgress: progress } as const;
  const { notApplied } = isDone ? await applyTransfer(workspace.root, plan, plan.before, apply) : { notApplied: [] };
  const isBlocked = plan.actions.some(({ kind }) => kind === "blocked") || notApplied.length > 0;
  const isUndecided = plan.conflicts.length > 0 || plan.skipped.some(({ reason }) => reason !== "known");
  return {
    code: isBlocked || isUndecided ? "findings" : "ok",
    json: {
      done: isDone,
      actions: plan.actions.map(importToJson),
      not_written: notApplied.map(({ path }) => path),
      skipped: plan.skipped,
      conflicts: plan.conflicts,
      similar: plan.similar,
      skipped_files: plan.excluded,
    },
    isConfirmation: isDone,
    text: (style) => viewImport(plan, isDone, notApplied, style),
  };
}

async function planImport(call: Call<ImportCommandOptions>): Promise<WorkspaceImport> {
  const { workspace, options, settings, terminal, progress } = call;
  const { from, include = [], take = [], merge } = options;
  const request = {
    ...(from !== undefined && { from }),
    include: include.map((path) => projectPathOf(path, "--include", settings.dir, workspace.root)),
    take: take.map((path) => projectPathOf(path, "--take", settings.dir, workspace.root)),
    onProgress: progress,
  };
  const plan = await planWorkspaceImport(workspace, { ...request, merge: merge === true });
  const isAsked = merge === undefined && options.dryRun !== true && plan.similar.length > 0 && !settings.json && canAsk(terminal);
  if (!isAsked) return plan;
  terminal.out(`${viewSimilar(plan.similar, styleFor(terminal)).join("\n")}\n\n`);
  const isMerged = await terminal.ask("Make one rule of each group of similar files, with the lines of all of them?", false);
  // Already shown.
  return isMerged ? planWorkspaceImport(workspace, { ...request, merge: true }) : { ...plan, similar: [] };
}
