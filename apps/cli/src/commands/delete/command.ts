import { toWireRule, type Rule } from "@precept/core";
import { findStoredRule, locationOf } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { confirmDeletion } from "../../transfer/confirm.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { printable } from "../../terminal/text.ts";

export async function deleteRule(call: Call<{ readonly yes?: boolean; readonly dryRun?: boolean }>): Promise<CommandResult> {
  const { args, options, terminal } = call;
  const { store, stored } = await findStoredRule(tenantStoresOf(call), args[0] ?? "");
  const { rule, revision } = stored;
  if (options.dryRun === true) return resultOf(rule, "would be deleted");
  const question = `Delete ${printable(rule.name)} (${printable(locationOf(rule))})?`;
  const isAgreed = options.yes === true || (await confirmDeletion(terminal, question, `Deleting ${JSON.stringify(rule.name)}`));
  if (!isAgreed) return resultOf(rule, "not deleted");
  await store.delete(rule.id, { revision });
  return resultOf(rule, "deleted");
}

function resultOf(rule: Rule, outcome: "deleted" | "not deleted" | "would be deleted"): CommandResult {
  return {
    // Contains all fields, so that a deleted rule can be created again.
    json: { rule: toWireRule(rule), deleted: outcome === "deleted" },
    isConfirmation: outcome !== "would be deleted",
    text: (style) => `${style.yellow(outcome)} ${printable(rule.name)}  ${printable(locationOf(rule))}\n`,
  };
}
