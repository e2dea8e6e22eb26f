import { PreceptError, toWireRule, type Inclusion, type Rule, type Scope, withoutUndefined } from "@precept/core";
import {
  checkRuleName,
  locationOf,
  rememberRule,
  type PersistentStoreKind,
  readMemories,
  type Remembered,
  type RememberedRule,
  type RememberOptions as Guard,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { requireUser, tenantStoresOf } from "../../rules/tenant.ts";
import { audienceOf, type AudienceOptions, type MemoryOptions } from "../../rules/rule-options.ts";
import { readContent } from "../../rules/read-content.ts";
import { readMemoryFiles } from "../../rules/read-memory-files.ts";
import { listRemembered, rememberMany } from "../../rules/remember-many.ts";
import { asLines, count, printable, styleFor } from "../../terminal/text.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { wrapLines } from "../../terminal/layout.ts";

export interface RememberOptions extends MemoryOptions, AudienceOptions {
  readonly name?: string;
  /** Files with a rule for each entry of a list. */
  readonly file?: readonly string[];
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
  if (options.file !== undefined) return rememberFiles(call, options.file);
  const content = await readContent(call.args[0], options.name ?? "memory", call.terminal);
  const { name, replaces } = options;
  const rule: RememberedRule = { content, ...fieldsOf(options), ...withoutUndefined({ name }) };
  const guard = { ...guardOf(options), replaces: replaces === undefined ? [] : [replaces] } as const;
  return resultOf(await rememberOrAsk(call, rule, guard), replaces);
}

/** The fields that options name, without the text and the name. */
function fieldsOf(options: RememberOptions): Omit<RememberedRule, "content"> {
  const { category, authority, tag, inclusion, scope } = options;
  return { scope, inclusion, source: "cli", ...withoutUndefined({ category, authority, tags: tag }), ...audienceOf(options) };
}

function guardOf({ store, force }: RememberOptions): Guard {
  return { author: "person", kind: store, force };
}

/** Remembers each entry of Markdown lists. Entries that are refused are in the result, and the exit code is 1. */
async function rememberFiles(call: Call<RememberOptions>, paths: readonly string[]): Promise<CommandResult> {
  const { args, options } = call;
  if (args[0] !== undefined) throw new PreceptError("OPTIONS_CONFLICT", { options: ["--file", "a text"] });
  const { memories } = await readMemories("memory-file", readMemoryFiles(call, paths));
  const rules = memories.map(({ content }): RememberedRule => ({ content, ...fieldsOf(options) }));
  const remembered = await rememberMany(tenantStoresOf(call), rules, guardOf(options));
  const { saved, known, leftOut } = remembered;
  return {
    ...(leftOut.length > 0 && { code: "findings" }),
    json: { rules: saved.map((rule) => toWireRule(rule)), known, left_out: leftOut },
    isConfirmation: true,
    text: (style) => {
      const counts = [count(saved.length, "new rule"), count(known.length, "known one"), `${leftOut.length} left out`];
      return asLines([`Remembered: ${counts.join(", ")}`, ...listRemembered(remembered, style).map((line) => `  ${line}`)]);
    },
  };
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
