import { PreceptError, toWireRule, type Rule, type RuleRevision } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { storeOf } from "../../rules/find-stored.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";

export async function history({ workspace, args }: Call): Promise<CommandResult> {
  const [name = ""] = args;
  const revisions: RuleRevision[] = [];
  const rule = await findRule(name, workspace);
  if (rule !== undefined) {
    const store = storeOf(workspace, rule);
    if (!store.capabilities.history && rule.origin.path !== undefined) {
      throw new PreceptError("OPTION_INVALID", {
        option: "history",
        value: name,
        expected: `a rule of a store that keeps revisions; this one is a file, and \`git log -p -- ${rule.origin.path}\` knows its past`,
      });
    }
    for await (const revision of store.history(rule.id)) revisions.push(revision);
  } else {
    // A deleted rule has a past, and no place in the rulebook any more: its id is all that is left to ask for.
    for (const store of workspace.stores.filter(({ capabilities }) => capabilities.history)) {
      for await (const revision of store.history(name)) revisions.push(revision);
    }
  }
  if (revisions.length === 0) throw new PreceptError("RULE_NOT_FOUND", { name, known: [] });
  return {
    code: exitCodes.fine,
    json: { revisions: revisions.map((one) => ({ revision: one.revision, deleted: one.deleted, rule: toWireRule(one.rule) })) },
    text: (style) => {
      const rows = revisions.map(({ rule: old, deleted }) => [
        style.bold(`v${old.version}`),
        old.updatedAt,
        deleted ? style.red("deleted") : printable(old.description),
        style.dim(printable(old.content.split("\n")[0] ?? "")),
      ]);
      return `${columns(rows, style).join("\n")}\n`;
    },
  };
}

async function findRule(name: string, workspace: Call["workspace"]): Promise<Rule | undefined> {
  try {
    return await workspace.get(name);
  } catch (error) {
    if (PreceptError.is(error, "RULE_NOT_FOUND")) return undefined;
    throw error;
  }
}
