import {
  createRule,
  PreceptError,
  toWireRule,
  type Inclusion,
  type Rule,
  type RuleStore,
  type Scope,
  type StoredRule,
  withoutUndefined,
} from "@precept/core";
import {
  checkRuleName,
  findStoredRule,
  identityOfNewRule,
  locationOf,
  ownerOfNewRule,
  type NewRuleLocation,
  type PersistentStoreKind,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { requireUser, tenantOf, tenantStoresOf } from "../../rules/tenant.ts";
import type { MemoryOptions } from "../../rules/rule-options.ts";
import { readContent } from "../../rules/read-content.ts";
import { asLines, printable, styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { wrapLines } from "../../terminal/layout.ts";
import { findSame, findSimilar } from "./find-known.ts";
import { nameFromText } from "./name-from-text.ts";

export interface RememberOptions extends MemoryOptions {
  readonly context?: readonly string[];
  readonly target?: readonly string[];
  readonly name?: string;
  readonly scope: Scope;
  readonly inclusion: Inclusion;
  readonly store?: PersistentStoreKind;
  readonly replaces?: string;
  readonly force?: boolean;
}

/** How many names are tried if other processes take those that are made from the text. */
const maxAttempts = 5;

export async function remember(call: Call<RememberOptions>): Promise<CommandResult> {
  const { workspace, options } = call;
  if (options.name !== undefined) checkRuleName(options.name);
  requireUser(call, options.scope);
  const content = await readContent(call.args[0], options.name ?? "memory", call.terminal);
  const isInDatabase = workspace.stores.some(({ id }) => id === "sqlite");
  const location = { scope: options.scope, store: options.store ?? (isInDatabase ? "sqlite" : "fs") } as const;
  const store = workspace.storeFor(location.scope, location.store);
  const replaced =
    options.replaces === undefined ? undefined : (await findStoredRule(tenantStoresOf(call), options.replaces)).stored.rule;
  const tried = new Set<string>();
  for (;;) {
    const draft = await prepare(call, content, { location, replaced }, tried);
    if (draft.same !== undefined) return resultOf("already remembered as", draft.same);
    if (!(await mayBeSaved(draft, call))) return resultOf("not saved", draft.rule);
    tried.add(draft.rule.name);
    const saved = await saveNew(store, draft.rule, options.name === undefined && tried.size < maxAttempts);
    if (saved !== undefined) return resultOf("remembered", saved.rule, replaced);
    await workspace.reload();
  }
}

interface PreparedRule {
  readonly rule: Rule;
  /** A rule of the same owner and scope with the same text. */
  readonly same: Rule | undefined;
  /** The active rules that the owner sees. */
  readonly active: readonly Rule[];
}

/** @param tried names that were taken when the rule was saved. */
async function prepare(
  call: Call<RememberOptions>,
  content: string,
  { location, replaced }: { readonly location: NewRuleLocation; readonly replaced: Rule | undefined },
  tried: ReadonlySet<string>,
): Promise<PreparedRule> {
  const { workspace, options } = call;
  const tenant = tenantOf(call);
  const named = new Set((await workspace.list({ tenant, scope: options.scope })).map((one) => one.name));
  const existing = await workspace.list({ tenant, status: ["active", "disabled", "pending"] });
  const name = options.name ?? nameFromText(content, (taken) => named.has(taken) || tried.has(taken));
  const { category, authority, tag, context, target, inclusion } = options;
  const rule = createRule({
    name,
    ...identityOfNewRule(name, location, ownerOfNewRule(tenant, location)),
    content,
    inclusion,
    source: "cli",
    ...withoutUndefined({ category, authority, tags: tag, contexts: context, targets: target }),
    ...(replaced !== undefined && { replaces: [replaced.id] }),
  });
  const active = existing.filter(({ enabled, pending }) => enabled && !pending);
  return { rule, same: findSame(rule, existing, tenant), active };
}

/** Asks whether to save a rule that is similar to another. @throws PreceptError `RULE_SIMILAR` without a terminal. */
async function mayBeSaved({ rule, active }: PreparedRule, { options, terminal }: Call<RememberOptions>): Promise<boolean> {
  if (options.force === true) return true;
  const similar = findSimilar(rule, active);
  if (similar.length === 0) return true;
  const reasons = [...new Set(similar.map(({ reason }) => reason))];
  if (!canAsk(terminal)) {
    throw new PreceptError("RULE_SIMILAR", { name: rule.name, reasons, names: similar.map((one) => one.rule.name) });
  }
  const style = styleFor(terminal);
  const lines = similar.flatMap((one) => [
    `${style.yellow(printable(one.rule.name))}  ${style.dim(printable(locationOf(one.rule)))}`,
    `    ${printable(one.rule.content.trim())}`,
  ]);
  terminal.err(asLines(wrapLines([...lines, ...reasons.map(printable)], style)));
  return terminal.ask("Save the new rule anyway?", false);
}

/** Saves a new rule. @returns undefined if the name is taken and the caller may choose another one. */
async function saveNew(store: RuleStore, rule: Rule, mayRename: boolean): Promise<StoredRule | undefined> {
  try {
    return await store.save(rule, { uniqueName: true });
  } catch (error) {
    if (mayRename && (PreceptError.is(error, "RULE_EXISTS") || PreceptError.is(error, "RULE_CONFLICT"))) return undefined;
    throw error;
  }
}

function resultOf(outcome: "remembered" | "not saved" | "already remembered as", rule: Rule, replaced?: Rule): CommandResult {
  const details = [
    ...(rule.enabled ? [] : ["disabled"]),
    ...(rule.pending ? ["waiting for approval"] : []),
    ...(replaced === undefined ? [] : [`replaces ${printable(replaced.name)}`]),
  ];
  return {
    json: {
      rule: toWireRule(rule),
      saved: outcome === "remembered",
      ...(outcome === "already remembered as" && { duplicate: true }),
    },
    isConfirmation: true,
    text: (style) => {
      const location = outcome === "not saved" ? "" : `  ${printable(locationOf(rule))}`;
      const more = details.length === 0 ? "" : `  ${style.dim(`(${details.join(", ")})`)}`;
      const colour = outcome === "remembered" ? style.green : style.yellow;
      return `${colour(outcome)} ${printable(rule.name)}${location}${more}\n`;
    },
  };
}
