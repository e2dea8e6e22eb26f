import { createPatch } from "diff";
import { toWireRule, type Rule } from "@precept/core";
import { findRuleHistory, revisionOf } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { readVersionedName } from "../../rules/rule-version.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import { viewHunks } from "../../terminal/difference.ts";
import type { Style } from "../../terminal/style.ts";
import { printable } from "../../terminal/text.ts";
import { changedFields, type ChangedField } from "./changed-fields.ts";

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

/** Prints the changes as a unified diff: the changed fields, then the lines of the text. */
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
