import { planRevert } from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { goBack, type WayBackCommandOptions } from "../../transfer/way-back.ts";

export function revert(call: Call<WayBackCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return goBack(planRevert(call.workspace.root, to === undefined ? {} : { to }), call);
}
