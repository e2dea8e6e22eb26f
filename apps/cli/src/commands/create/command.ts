import { createRule, PreceptError, printNativeRule, scopeTable, toWireRule, type Rule, type Scope } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { placeOf } from "../../rules/find-stored.ts";
import { editText } from "../../terminal/editor.ts";
import { printable } from "../../terminal/text.ts";

export interface CreateOptions extends RuleOptions {
  readonly scope: Scope;
  readonly store: "fs" | "sqlite";
  readonly dryRun?: boolean;
}

export async function create({ workspace, args, options, terminal }: Call<CreateOptions>): Promise<CommandResult> {
  const [name = ""] = args;
  const [taken] = await workspace.list({ name, scope: options.scope });
  if (taken !== undefined) {
    throw new PreceptError("RULE_EXISTS", { name, scope: options.scope, location: placeOf(taken) });
  }
  const content = await contentFor(name, options, terminal);
  const { user } = workspace.config;
  const rule = createRule({
    id: "new",
    name,
    scope: options.scope,
    description: options.description ?? name,
    ...fieldsOf(options, content),
    ...(scopeTable[options.scope].isOwnedByUser && options.store === "sqlite" && user !== undefined && { userId: user }),
  });
  if (options.dryRun === true) return planned(rule);
  const store = workspace.storeFor(options.scope, options.store);
  const written = options.store === "sqlite" ? { ...rule, id: `${rule.scope}:${name}` } : rule;
  const { rule: kept } = await store.save(written, { uniqueName: true });
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(kept) },
    text: (style) => `${style.green("created")} ${printable(kept.name)}  ${printable(placeOf(kept))}\n`,
  };
}

async function contentFor(name: string, { content }: CreateOptions, terminal: Call["terminal"]): Promise<string> {
  if (content !== undefined && content !== "-") return content;
  if (content === "-" || !terminal.interactive) return terminal.readInput();
  return editText("", `${name}.md`, terminal);
}

function planned(rule: Rule): CommandResult {
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), dry_run: true },
    text: () => printNativeRule(rule).text,
  };
}
