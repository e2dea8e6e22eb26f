import { toWireRule, type StoredRule } from "@precept/core";
import { findStoredRule, locationOf, planOverlay, saveOverlay } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { printable } from "../../terminal/text.ts";

export interface SwitchOptions {
  readonly overlay?: boolean;
}

export function enable(call: Call<SwitchOptions>): Promise<CommandResult> {
  return turn(call, true);
}

export function disable(call: Call<SwitchOptions>): Promise<CommandResult> {
  return turn(call, false);
}

async function turn(call: Call<SwitchOptions>, enabled: boolean): Promise<CommandResult> {
  const target = tenantStoresOf(call);
  const found = await findStoredRule(target, call.args[0] ?? "");
  const { store, stored } = found;
  const isSo = stored.rule.enabled === enabled;
  const save = async (): Promise<StoredRule> =>
    call.options.overlay === true
      ? saveOverlay(target, await planOverlay(target, found, { enabled }))
      : store.save({ ...stored.rule, enabled }, { revision: stored.revision });
  const { rule } = isSo ? stored : await save();
  const what = `${isSo ? "already " : ""}${enabled ? "enabled" : "disabled"}`;
  return {
    json: { rule: toWireRule(rule), changed: !isSo },
    isConfirmation: true,
    text: (style) => `${style.green(what)} ${printable(rule.name)}  ${printable(locationOf(rule))}\n`,
  };
}
