import { PreceptError, toWireRule, type Rule } from "@precept/core";
import { findStoredRule, locationOf } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { printable } from "../../terminal/text.ts";

export interface DeleteCommandOptions extends SharedOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export async function deleteRule(call: Call<DeleteCommandOptions>): Promise<CommandResult> {
  const { args, options, terminal } = call;
  const { store, stored } = await findStoredRule(tenantStoresOf(call), args[0] ?? "");
  const { rule, revision } = stored;
  if (options.dryRun === true) return resultOf(rule, "would be deleted");
  if (options.yes !== true && !(await confirm(rule, terminal))) return resultOf(rule, "not deleted");
  await store.delete(rule.id, { revision });
  return resultOf(rule, "deleted");
}

/** @throws PreceptError `TERMINAL_REQUIRED` */
async function confirm(rule: Rule, terminal: Call["terminal"]): Promise<boolean> {
  if (canAsk(terminal)) return terminal.ask(`Delete ${printable(rule.name)} (${printable(locationOf(rule))})?`, false);
  throw new PreceptError("TERMINAL_REQUIRED", {
    action: `Deleting ${JSON.stringify(rule.name)}`,
    instead: "Pass --yes to delete it without a question.",
  });
}

function resultOf(rule: Rule, outcome: "deleted" | "not deleted" | "would be deleted"): CommandResult {
  return {
    code: exitCodes.ok,
    // Contains all fields, so that a deleted rule can be created again.
    json: { rule: toWireRule(rule), deleted: outcome === "deleted" },
    isConfirmation: outcome !== "would be deleted",
    text: (style) => `${style.yellow(outcome)} ${printable(rule.name)}  ${printable(locationOf(rule))}\n`,
  };
}
