import { toWireRule } from "@precept/core";
import { findRuleHistory, planRestore, restoreRule, type RestorePlan } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { readVersionedName } from "../../rules/rule-version.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { printable } from "../../terminal/text.ts";
import { changedFields, viewDifference } from "../diff/command.ts";

export async function restore(call: Call<{ readonly reason?: string; readonly dryRun?: boolean }>): Promise<CommandResult> {
  const { options } = call;
  const { name, from: version } = readVersionedName(call.args[0] ?? "", false);
  const history = await findRuleHistory(tenantStoresOf(call), name);
  const plan = planRestore(history, version, name);
  if (options.dryRun === true || plan.isSame) return unsaved(plan);
  const { rule } = await restoreRule(history, plan, { reason: options.reason });
  return {
    json: { rule: toWireRule(rule), changed: true },
    isConfirmation: true,
    text: (style) => `${style.green("restored")} version ${version} of ${printable(rule.name)} as version ${rule.version}\n`,
  };
}

function unsaved({ current: { rule: before, deleted: isDeleted }, restored: after }: RestorePlan): CommandResult {
  return {
    json: { rule: toWireRule(after), changed: false },
    text: (style) =>
      [
        ...(isDeleted ? [`${style.yellow("would be created again")} ${printable(after.name)}`] : []),
        ...viewDifference(before, after, changedFields(before, after), style),
        "",
      ].join("\n"),
  };
}
