import { PreceptError, toWireRule, type Rule, type RuleRevision } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { storeOf } from "../../rules/find-stored.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";

export async function history({ workspace, args }: Call): Promise<CommandResult> {
  const [name = ""] = args;
  const revisions: RuleRevision[] = [];
  for await (const revision of readRevisions(name, workspace)) revisions.push(revision);
  return {
    code: exitCodes.ok,
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

/** @throws PreceptError `RULE_NOT_FOUND`, `HISTORY_UNAVAILABLE` */
async function* readRevisions(name: string, workspace: Call["workspace"]): AsyncGenerator<RuleRevision, void> {
  const rule = await findRule(name, workspace);
  if (PreceptError.is(rule)) {
    // The rulebook does not contain deleted rules, but their revisions can be found by id.
    let isKnown = false;
    for (const store of workspace.stores.filter(({ capabilities }) => capabilities.history)) {
      for await (const revision of store.history(name)) {
        isKnown = true;
        yield revision;
      }
    }
    if (!isKnown) throw rule;
    return;
  }
  const store = storeOf(workspace, rule);
  if (!store.capabilities.history) {
    throw new PreceptError("HISTORY_UNAVAILABLE", { name, store: store.id, path: rule.origin.path });
  }
  yield* store.history(rule.id);
}

/** Finds a rule by name, id or path. @returns the error if there is none. */
async function findRule(name: string, workspace: Call["workspace"]): Promise<Rule | PreceptError> {
  try {
    return await workspace.get(name);
  } catch (error) {
    if (PreceptError.is(error, "RULE_NOT_FOUND")) return error;
    throw error;
  }
}
