import { PreceptError, toWireRule, type Inclusion, type Rule, type Scope, withoutUndefined } from "@precept/core";
import {
  checkRuleName,
  locationOf,
  rememberRule,
  type PersistentStoreKind,
  type Remembered,
  type RememberedRule,
  type RememberOptions as Guard,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { requireUser, tenantStoresOf } from "../../rules/tenant.ts";
import { audienceOf, type AudienceOptions, type MemoryOptions } from "../../rules/rule-options.ts";
import { readContent } from "../../rules/read-content.ts";
import { asLines, printable, styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { wrapLines } from "../../terminal/layout.ts";

export interface RememberOptions extends MemoryOptions, AudienceOptions {
  readonly name?: string;
  readonly scope: Scope;
  readonly inclusion: Inclusion;
  readonly store?: PersistentStoreKind;
  readonly replaces?: string;
  readonly force?: boolean;
}

export async function remember(call: Call<RememberOptions>): Promise<CommandResult> {
  const { options } = call;
  if (options.name !== undefined) checkRuleName(options.name);
  requireUser(call, options.scope);
  const content = await readContent(call.args[0], options.name ?? "memory", call.terminal);
  const { category, authority, tag, inclusion, name, scope, store, replaces, force } = options;
  const fields = { ...withoutUndefined({ name, category, authority, tags: tag }), ...audienceOf(options) };
  const rule: RememberedRule = { content, scope, inclusion, source: "cli", ...fields };
  const guard = { author: "person", kind: store, force, replaces: replaces === undefined ? [] : [replaces] } as const;
  return resultOf(await rememberOrAsk(call, rule, guard), replaces);
}

/** Remembers a rule. In a terminal, asks about similar rules and secrets. @returns undefined if the user refused */
async function rememberOrAsk(call: Call<RememberOptions>, rule: RememberedRule, guard: Guard): Promise<Remembered | undefined> {
  const target = tenantStoresOf(call);
  try {
    return await rememberRule(target, rule, guard);
  } catch (error) {
    const isAsked = PreceptError.is(error, "RULE_SIMILAR") || PreceptError.is(error, "RULE_HAS_SECRET");
    if (!isAsked || !canAsk(call.terminal)) throw error;
    const style = styleFor(call.terminal);
    const similar = PreceptError.is(error, "RULE_SIMILAR") ? error.details.similar : [];
    const lines = similar.flatMap((one) => [
      `${style.yellow(printable(one.rule.name))}  ${style.dim(printable(locationOf(one.rule)))}`,
      `    ${printable(one.rule.content.trim())}`,
    ]);
    const reasons = PreceptError.is(error, "RULE_SIMILAR") ? similar.map(({ reason }) => reason) : error.details.problems;
    call.terminal.err(asLines(wrapLines([...lines, ...new Set(reasons.map(printable))], style)));
    const isWanted = await call.terminal.ask("Save the new rule anyway?", false);
    return isWanted ? rememberRule(target, rule, { ...guard, force: true }) : undefined;
  }
}

function resultOf(remembered: Remembered | undefined, replaced: string | undefined): CommandResult {
  if (remembered === undefined) {
    return { json: { rule: null, saved: false }, isConfirmation: true, text: (style) => `${style.yellow("not saved")}\n` };
  }
  const { outcome, stored } = remembered;
  const { rule } = stored;
  const isNew = outcome !== "known";
  return {
    json: { rule: toWireRule(rule), saved: isNew, ...(!isNew && { duplicate: true }) },
    isConfirmation: true,
    text: (style) => {
      const details = describeState(rule, isNew ? replaced : undefined);
      const more = details.length === 0 ? "" : `  ${style.dim(`(${details.join(", ")})`)}`;
      const said = isNew ? style.green("remembered") : style.yellow("already remembered as");
      return `${said} ${printable(rule.name)}  ${printable(locationOf(rule))}${more}\n`;
    },
  };
}

function describeState({ enabled, pending }: Rule, replaced: string | undefined): readonly string[] {
  return [
    ...(enabled ? [] : ["disabled"]),
    ...(pending ? ["waiting for approval"] : []),
    ...(replaced === undefined ? [] : [`replaces ${printable(replaced)}`]),
  ];
}
