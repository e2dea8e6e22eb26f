import { toWireRule, type Rule } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { findStored, placeOf } from "../../rules/find-stored.ts";
import { printable } from "../../terminal/text.ts";

export interface DeleteCommandOptions extends SharedOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export async function deleteRule({ workspace, args, options, terminal }: Call<DeleteCommandOptions>): Promise<CommandResult> {
  const { store, stored } = await findStored(workspace, args[0] ?? "");
  const { rule, revision } = stored;
  if (options.dryRun === true) return resultOf(rule, "would be deleted");
  const isMeant =
    options.yes === true ||
    !terminal.interactive ||
    (await terminal.ask(`Delete ${printable(rule.name)} (${printable(placeOf(rule))})?`, false));
  if (!isMeant) return resultOf(rule, "kept");
  await store.delete(rule.id, { revision });
  return resultOf(rule, "deleted");
}

function resultOf(rule: Rule, what: "deleted" | "kept" | "would be deleted"): CommandResult {
  return {
    code: exitCodes.ok,
    // The rule as a whole: whoever regrets it can make it anew from this.
    json: { rule: toWireRule(rule), deleted: what === "deleted" },
    text: (style) => `${style.yellow(what)} ${printable(rule.name)}  ${printable(placeOf(rule))}\n`,
  };
}
