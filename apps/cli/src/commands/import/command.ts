import { pathInside } from "@precept/files";
import { applyTransfer, planWorkspaceImport, type WorkspaceImport } from "@precept/workspace";
import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { styleFor } from "../../terminal/style.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { actionToJson } from "../../transfer/to-json.ts";
import { viewImport } from "./view.ts";
import { viewSimilar } from "./view-similar.ts";

export interface ImportCommandOptions extends SharedOptions {
  readonly from?: readonly string[];
  readonly include?: readonly string[];
  readonly merge?: boolean;
  readonly dryRun?: boolean;
}

export async function importRules(call: Call<ImportCommandOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  const plan = await planImport(call);
  const isDone = options.dryRun !== true;
  const { overtaken } = isDone ? await applyTransfer(workspace.root, plan, plan.before, { by: "import" }) : { overtaken: [] };
  const isBlocked = plan.actions.some(({ kind }) => kind === "blocked") || overtaken.length > 0;
  const isUndecided = plan.skipped.some(({ reason }) => reason !== "known");
  return {
    code: isBlocked || isUndecided ? exitCodes.findings : exitCodes.ok,
    json: {
      done: isDone,
      actions: plan.actions.map((action) => ({ ...actionToJson(action), sources: action.sources })),
      overtaken: overtaken.map(({ path }) => path),
      skipped: plan.skipped,
      similar: plan.similar,
      passed_over: plan.passedOver,
    },
    isConfirmation: isDone,
    text: (style) => viewImport({ plan, isDone, overtaken }, style),
  };
}

/** Plans the import. Asks at a terminal whether to merge files with nearly the same text. */
async function planImport({ workspace, options, settings, terminal }: Call<ImportCommandOptions>): Promise<WorkspaceImport> {
  const { from, include = [], merge } = options;
  const request = {
    ...(from !== undefined && { from }),
    include: include.map((path) => pathOf(path, settings.dir, workspace.root)),
  };
  const plan = await planWorkspaceImport(workspace, { ...request, merge: merge === true });
  const isAsked = merge === undefined && options.dryRun !== true && plan.similar.length > 0 && !settings.json && canAsk(terminal);
  if (!isAsked) return plan;
  terminal.out(`${viewSimilar(plan.similar, styleFor(terminal)).join("\n")}\n\n`);
  const isMerged = await terminal.ask("Make one rule of each group of similar files, with the lines of all of them?", false);
  // Already shown.
  return isMerged ? planWorkspaceImport(workspace, { ...request, merge: true }) : { ...plan, similar: [] };
}

/** @throws PreceptError `OPTION_VALUE_INVALID` if the path is outside the project. */
function pathOf(path: string, from: string, root: string): string {
  const inside = pathInside(root, resolve(from, path));
  if (inside !== undefined) return inside;
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "--include", value: path, expected: "a path in the project" });
}
