import { PreceptError } from "@precept/core";
import { applyTransfer } from "@precept/transfer";
import { isMemorySource, memorySources, planWorkspaceImport, type WorkspaceImport } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { findNextStep } from "../../rules/next-step.ts";
import { styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { readKinds } from "../../transfer/item-kinds.ts";
import { projectPathOf } from "../../transfer/project-path.ts";
import { importToJson } from "../../transfer/to-json.ts";
import type { ImportCommandOptions } from "./options.ts";
import { viewImport, viewSimilar } from "./view.ts";

export async function importRules(call: Call<ImportCommandOptions>): Promise<CommandResult> {
  const { workspace, options, progress } = call;
  const memories = (options.from ?? []).filter(isMemorySource);
  if (memories.length > 0) return (await import("./memories.ts")).importMemories(call, memories);
  for (const name of ["file", "scope"] as const) {
    if (options[name] === undefined) continue;
    const requires = `--from ${Object.keys(memorySources).join(", ")}`;
    throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: `--${name}`, requires });
  }
  const plan = await planImport(call);
  const isDone = options.dryRun !== true;
  const apply = { by: "import", onProgress: progress } as const;
  const { notApplied } = isDone ? await applyTransfer(workspace.root, plan, plan.before, apply) : { notApplied: [] };
  const isBlocked = plan.actions.some(({ kind }) => kind === "blocked") || notApplied.length > 0;
  const isUndecided = plan.conflicts.length > 0 || plan.skipped.some(({ reason }) => reason !== "known");
  const hasFound = [plan.actions, plan.skipped, plan.excluded, plan.conflicts, plan.notes].some(({ length }) => length > 0);
  const nextStep = hasFound ? undefined : await findNextStep(call, false);
  return {
    code: isBlocked || isUndecided ? "findings" : "ok",
    json: {
      done: isDone,
      actions: plan.actions.map(importToJson),
      not_written: notApplied.map(({ path }) => path),
      skipped: plan.skipped,
      conflicts: plan.conflicts,
      similar: plan.similar,
      notes: plan.notes,
      skipped_files: plan.excluded,
    },
    isConfirmation: isDone,
    text: (style) => viewImport(plan, isDone, notApplied, style),
    notice: (style) => nextStep?.(style) ?? "",
  };
}

async function planImport(call: Call<ImportCommandOptions>): Promise<WorkspaceImport> {
  const { workspace, options, settings, terminal, progress } = call;
  const { from, kind, include = [], take = [], merge } = options;
  const request = {
    ...(from !== undefined && { from }),
    ...(kind !== undefined && { kinds: readKinds(kind) }),
    include: include.map((path) => projectPathOf(path, "--include", settings.dir, workspace.root)),
    take: take.map((path) => projectPathOf(path, "--take", settings.dir, workspace.root)),
    onProgress: progress,
  };
  const plan = await planWorkspaceImport(workspace, { ...request, merge: merge === true });
  const isAsked = merge === undefined && options.dryRun !== true && plan.similar.length > 0 && !settings.json && canAsk(terminal);
  if (!isAsked) return plan;
  terminal.out(`${viewSimilar(plan.similar, styleFor(terminal)).join("\n")}\n\n`);
  const isMerged = await terminal.ask(
    "Make one rule of each group of similar files, and overlays with the lines that only one tool's file has?",
    false,
  );
  // Already shown.
  return isMerged ? planWorkspaceImport(workspace, { ...request, merge: true }) : { ...plan, similar: [] };
}
