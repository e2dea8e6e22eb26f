import { toWireRule, type Rule } from "@precept/core";
import { findRuleHistory, revisionOf } from "@precept/workspace";
import { createPatch } from "diff";
import type { Call, CommandResult } from "../../define.ts";
import { readVersionedName } from "../../rules/rule-version.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { viewHunks } from "../../terminal/difference.ts";
import { printable, type Style } from "../../terminal/text.ts";

export async function diff(call: Call): Promise<CommandResult> {
  const { name, from, to } = readVersionedName(call.args[0] ?? "", true);
  const { revisions } = await findRuleHistory(tenantStoresOf(call), name);
  const before = revisionOf(revisions, from, name).rule;
  const after = to === undefined ? revisions[0].rule : revisionOf(revisions, to, name).rule;
  const fields = changedFields(before, after);
  return {
    json: {
      from: toWireRule(before),
      to: toWireRule(after),
      changed: [...fields.map(({ field }) => field), ...(before.content === after.content ? [] : ["content"])],
      patch: before.content === after.content ? "" : createPatch(after.name, before.content, after.content),
    },
    text: (style) => `${viewDifference(before, after, fields, style).join("\n")}\n`,
  };
}

export function viewDifference(before: Rule, after: Rule, fields: readonly ChangedField[], style: Style): readonly string[] {
  if (fields.length === 0 && before.content === after.content) return ["no differences"];
  return [
    style.bold(`--- ${printable(before.name)}@${before.version}`),
    style.bold(`+++ ${printable(after.name)}@${after.version}`),
    ...fields.flatMap(({ field, before: old, after: changed }) => [
      ...(old === undefined ? [] : [style.red(`-${field}: ${printable(old)}`)]),
      ...(changed === undefined ? [] : [style.green(`+${field}: ${printable(changed)}`)]),
    ]),
    ...viewHunks({ path: after.name, before: before.content, after: after.content }, style),
  ];
}

interface ChangedField {
  readonly field: string;
  /** Its values as JSON, texts without quotes. Undefined: the rule does not have it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Not compared: the text, which is compared by lines; fields that always differ; fields that repeat others. */
const leftOut = new Set(["content", "version", "created_at", "updated_at", "sha256", "file_match_pattern"]);

export function changedFields(before: Rule, after: Rule): readonly ChangedField[] {
  const [old, changed] = [printFields(before), printFields(after)];
  return [...new Set([...old.keys(), ...changed.keys()])]
    .filter((field) => !leftOut.has(field) && old.get(field) !== changed.get(field))
    .map((field) => ({ field, before: old.get(field), after: changed.get(field) }));
}

function printFields(rule: Rule): ReadonlyMap<string, string> {
  const fields = Object.entries<unknown>({ ...toWireRule(rule) }).filter(([, value]) => value !== null && value !== undefined);
  return new Map(fields.map(([field, value]) => [field, typeof value === "string" ? value : JSON.stringify(value)]));
}
