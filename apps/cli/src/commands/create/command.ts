import { createRule, PreceptError, printNativeRule, scopeTable, toWireRule, type Rule, type Scope } from "@precept/core";
import { storeKinds, type PersistentStoreKind } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { locationOf } from "../../rules/find-stored.ts";
import { requireUser, userOf } from "../../rules/require-user.ts";
import { editText } from "../../terminal/editor.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { printable } from "../../terminal/text.ts";
import { checkRuleName } from "./rule-name.ts";

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
  const [existing] = await workspace.list({ name, scope: options.scope });
  if (existing !== undefined) {
    throw new PreceptError("RULE_EXISTS", { name, scope: options.scope, location: locationOf(existing) });
  }
  const content = await readContent(name, options, terminal);
  const user = userOf(call);
  const callerSetsId = storeKinds[options.store].ids === "caller";
  const rule = createRule({
    id: "new",
    name,
    scope: options.scope,
    description: options.description ?? name,
    ...fieldsOf(options, content),
    ...(scopeTable[options.scope].isOwnedByUser && callerSetsId && user !== undefined && { userId: user }),
  });
  if (options.dryRun === true) return planned(rule);
  const store = workspace.storeFor(options.scope, options.store);
  const written = callerSetsId ? { ...rule, id: `${rule.scope}:${name}` } : rule;
  const { rule: saved } = await store.save(written, { uniqueName: true });
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
