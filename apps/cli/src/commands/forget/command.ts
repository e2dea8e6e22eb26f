import { PreceptError, toWireRule, type Rule } from "@precept/core";
import { findStoredRule, locationOf, type FoundRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { confirmDeletion } from "../../transfer/confirm.ts";
import { tenantOf, tenantStoresOf } from "../../rules/tenant.ts";
import { printable, styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { viewRule } from "../show/view.ts";

export interface ForgetOptions {
  readonly yes?: boolean;
}

const nativeDialect = "precept";

export async function forget(call: Call<ForgetOptions>): Promise<CommandResult> {
  const { args, options, terminal } = call;
  const found = await findStoredRule(tenantStoresOf(call), args[0] ?? "");
  const { rule, revision } = found.stored;
  const { dialect = nativeDialect, path = "" } = rule.origin;
  if (dialect !== nativeDialect) throw new PreceptError("RULE_OF_OTHER_TOOL", { name: rule.name, dialect, path });
  if (options.yes !== true && !(await confirm(rule, terminal))) return resultOf(found, "not deleted", []);
  const before = await listSuperseded(call);
  await found.store.delete(rule.id, { revision });
  const after = new Set((await listSuperseded(call)).map(keyOf));
  return resultOf(
    found,
    "forgot",
    before.filter((one) => keyOf(one) !== keyOf(rule) && !after.has(keyOf(one))),
  );
}

async function confirm(rule: Rule, terminal: Call["terminal"]): Promise<boolean> {
  if (canAsk(terminal))
    terminal.err(`${viewRule({ rule, namesakes: [], verdict: undefined, diagnostics: [] }, styleFor(terminal))}\n`);
  const question = `Forget ${printable(rule.name)} (${printable(locationOf(rule))})?`;
  return confirmDeletion(terminal, question, `Forgetting ${JSON.stringify(rule.name)}`);
}

/** The rules that the deletion of another one can make active again. */
async function listSuperseded(call: Call<ForgetOptions>): Promise<readonly Rule[]> {
  return call.workspace.list({ tenant: tenantOf(call), status: ["superseded"] });
}

function keyOf({ id, origin }: Rule): string {
  return JSON.stringify([origin.store, id]);
}

function resultOf(
  { store, stored: { rule } }: FoundRule,
  outcome: "forgot" | "not deleted",
  revived: readonly Rule[],
): CommandResult {
  const isDeleted = outcome === "forgot";
  const restore = `precept restore ${rule.name}@${rule.version}`;
  return {
    // Contains all fields, so that the rule can be created again.
    json: { rule: toWireRule(rule), deleted: isDeleted, active_again: revived.map(({ id }) => id) },
    isConfirmation: true,
    text: (style) =>
      [
        `${style.yellow(outcome)} ${printable(rule.name)}  ${printable(locationOf(rule))}`,
        ...revived.map((one) => `${printable(one.name)} is active again`),
        ...(isDeleted && store.capabilities.history ? [style.dim(`Undo: ${printable(restore)}`)] : []),
        "",
      ].join("\n"),
  };
}
