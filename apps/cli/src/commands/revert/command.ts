import { planRevert } from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { runRevert, type RevertCommandOptions } from "../../transfer/revert.ts";

export function revert(call: Call<RevertCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return runRevert(planRevert(call.workspace.root, to === undefined ? {} : { to }), call);
}
