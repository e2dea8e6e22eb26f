import { planEject } from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { goBack, type WayBackCommandOptions } from "../../transfer/way-back.ts";

export function eject(call: Call<WayBackCommandOptions>): Promise<CommandResult> {
  const { to } = call.options;
  return goBack(planEject(call.workspace.root, to === undefined ? {} : { to }), call);
}
