import { nextVersion, toWireRule, type Rule } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { findHistory } from "../../rules/find-history.ts";
import { readVersionedName, revisionOf } from "../../rules/rule-version.ts";
import { printable } from "../../terminal/text.ts";
import { changedFields } from "../diff/changed-fields.ts";
import { viewDifference } from "../diff/command.ts";

export interface RestoreOptions extends SharedOptions {
  readonly reason?: string;
  readonly dryRun?: boolean;
}

export async function restore(call: Call<RestoreOptions>): Promise<CommandResult> {
  const { options } = call;
  const { name, from: version } = readVersionedName(call.args[0] ?? "", false);
  const { store, revisions } = await findHistory(call, name);
  const [current] = revisions;
  const { rule: old } = revisionOf(revisions, version, name);
  const restored: Rule = current.deleted ? old : { ...current.rule, description: old.description, content: old.content };
  const isSame = !current.deleted && current.rule.content === old.content && current.rule.description === old.description;
  if (options.dryRun === true || isSame)
    return unsaved(current.rule, { ...restored, version: nextVersion(restored, current.rule) }, current.deleted);
  const reason = options.reason ?? `Restored version ${version}`;
  // A deleted rule is created again: the save fails if another process created it meanwhile.
  const { rule } = await store.save(
    restored,
    current.deleted ? { reason, uniqueName: true } : { reason, revision: current.revision },
  );
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), changed: true },
    isConfirmation: true,
    text: (style) => `${style.green("restored")} version ${version} of ${printable(rule.name)} as version ${rule.version}\n`,
  };
}

function unsaved(before: Rule, after: Rule, isDeleted: boolean): CommandResult {
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(after), changed: false },
    text: (style) =>
      [
        ...(isDeleted ? [`${style.yellow("would be created again")} ${printable(after.name)}`] : []),
        ...viewDifference(before, after, changedFields(before, after), style),
        "",
      ].join("\n"),
  };
}
