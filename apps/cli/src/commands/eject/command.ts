import { planEject } from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { runRevert, type RevertCommandOptions } from "../../transfer/revert.ts";

export function eject(call: Call<RevertCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return runRevert(planEject(call.workspace.root, to === undefined ? {} : { to }), call);
}
