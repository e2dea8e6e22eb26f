import { PreceptError, toWireRevision, type RuleRevision } from "@precept/core";
import { findRuleHistory } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import type { HistoryOptions } from "./options.ts";
import { prune } from "./prune.ts";

export async function history(call: Call<HistoryOptions>): Promise<CommandResult> {
  const { args, options } = call;
  const [name] = args;
  if (options.prune === true) {
    if (name !== undefined) throw new PreceptError("OPTIONS_CONFLICT", { options: ["--prune", "<rule>"] });
    return prune(call);
  }
  for (const [option, value] of [
    ["--keep", options.keep],
    ["--older-than", options.olderThan],
    ["--dry-run", options.dryRun],
  ] as const) {
    if (value !== undefined) throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option, requires: "--prune" });
  }
  if (name === undefined) throw new PreceptError("ARGUMENT_MISSING", { argument: "rule", help: "precept history --help" });
  const { revisions } = await findRuleHistory(tenantStoresOf(call), name, { limit: options.limit });
  return {
    json: { revisions: revisions.map(toWireRevision) },
    text: (style) => `${viewRevisions(revisions, style).join("\n")}\n`,
  };
}

function viewRevisions(revisions: readonly RuleRevision[], style: Style): readonly string[] {
  const rows = revisions.map(({ rule, deleted, at, reason }) => [
    style.bold(String(rule.version)),
    at ?? rule.updatedAt,
    deleted ? style.red("deleted") : printable(reason ?? "-"),
    style.dim(printable(rule.content.trimStart().split("\n")[0] ?? "")),
  ]);
  return viewTable(["version", "at", "reason", "text"], rows, style);
}
