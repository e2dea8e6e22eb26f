import { createRule, printNativeRule, toWireRule, type Rule, type Scope } from "@precept/core";
import {
  assertNameIsFree,
  checkRuleName,
  identityOfNewRule,
  locationOf,
  ownerOfNewRule,
  type PersistentStoreKind,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { fieldsOf, type RuleOptions } from "../../rules/rule-options.ts";
import { readContent } from "../../rules/read-content.ts";
import { requireUser, tenantStoresOf } from "../../rules/tenant.ts";
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
  const content = await readContent(options.content, name, terminal);
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
    json: { rule: toWireRule(saved) },
    isConfirmation: true,
    text: (style) => `${style.green("created")} ${printable(saved.name)}  ${printable(locationOf(saved))}\n`,
  };
}

function planned(rule: Rule): CommandResult {
  return {
    json: { rule: toWireRule(rule), dry_run: true },
    text: () => printNativeRule(rule).text,
  };
}
