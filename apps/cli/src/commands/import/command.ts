import { applyTransfer, planWorkspaceImport } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { actionToJson } from "../../transfer/to-json.ts";
import { viewImport } from "./view.ts";

export interface ImportCommandOptions extends SharedOptions {
  readonly from?: readonly string[];
  readonly dryRun?: boolean;
}

export async function importRules({ workspace, options }: Call<ImportCommandOptions>): Promise<CommandResult> {
  const plan = await planWorkspaceImport(workspace, options.from === undefined ? {} : { from: options.from });
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
    },
    isConfirmation: isDone,
    text: (style) => viewImport({ plan, isDone, overtaken }, style),
  };
}
