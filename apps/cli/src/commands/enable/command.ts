import { toWireRule } from "@precept/core";
import { findStoredRule, locationOf } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import { printable } from "../../terminal/text.ts";

export function enable(call: Call): Promise<CommandResult> {
  return turn(call, true);
}

export function disable(call: Call): Promise<CommandResult> {
  return turn(call, false);
}

async function turn(call: Call, enabled: boolean): Promise<CommandResult> {
  const { store, stored } = await findStoredRule(tenantStoresOf(call), call.args[0] ?? "");
  const isSo = stored.rule.enabled === enabled;
  const { rule } = isSo ? stored : await store.save({ ...stored.rule, enabled }, { revision: stored.revision });
  const what = `${isSo ? "already " : ""}${enabled ? "enabled" : "disabled"}`;
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), changed: !isSo },
    isConfirmation: true,
    text: (style) => `${style.green(what)} ${printable(rule.name)}  ${printable(locationOf(rule))}\n`,
  };
}
