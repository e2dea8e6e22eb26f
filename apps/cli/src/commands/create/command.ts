import { createRule, PreceptError, printNativeRule, toWireRule, type Rule, type Scope } from "@precept/core";
import {
  assertNameIsFree,
  checkRuleName,
  identityOfNewRule,
  locationOf,
  ownerOfNewRule,
  type PersistentStoreKind,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { requireUser } from "../../rules/require-user.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import { editText } from "../../terminal/editor.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { printable } from "../../terminal/text.ts";

export interface CreateOptions extends RuleOptions {
  readonly scope: Scope;
  readonly store: PersistentStoreKind;
  readonly dryRun?: boolean;
}

export async function create(call: Call<CreateOptions>): Promise<CommandResult> {
  const { workspace, args, options, terminal } = call;
  const [name = ""] = args;
  checkRuleName(name);
  requireUser(call, options.scope);
  const target = tenantStoresOf(call);
  await assertNameIsFree(target, { name, scope: options.scope });
  const content = await readContent(name, options, terminal);
  const rule = createRule({
    name,
    ...identityOfNewRule(name, options, ownerOfNewRule(target.tenant, options)),
    description: options.description ?? name,
    ...fieldsOf(options, content),
  });
  if (options.dryRun === true) return planned(rule);
  const store = workspace.storeFor(options.scope, options.store);
  const { rule: saved } = await store.save(rule, { uniqueName: true });
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(saved) },
    isConfirmation: true,
    text: (style) => `${style.green("created")} ${printable(saved.name)}  ${printable(locationOf(saved))}\n`,
  };
}

/** @throws PreceptError `RULE_TEXT_MISSING` if the text is empty: the rule would apply to every request and say nothing. */
async function readContent(name: string, { content: given }: CreateOptions, terminal: Call["terminal"]): Promise<string> {
  const content = await (given === undefined && canAsk(terminal)
    ? editText("", `${name}.md`, terminal)
    : given === undefined || given === "-"
      ? terminal.readInput()
      : given);
  if (content.trim() !== "") return content;
  throw new PreceptError("RULE_TEXT_MISSING", { name });
}

function planned(rule: Rule): CommandResult {
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), dry_run: true },
    text: () => printNativeRule(rule).text,
  };
}
