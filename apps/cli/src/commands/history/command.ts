import { PreceptError, toWireRevision, type RuleRevision } from "@precept/core";
import { findRuleHistory } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { tenantStoresOf } from "../../rules/tenant-stores.ts";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";
import { prune } from "./prune.ts";

export interface HistoryOptions extends SharedOptions {
  readonly limit?: number;
  readonly prune?: boolean;
  readonly keep?: number;
  /** In milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}

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
    code: exitCodes.ok,
    json: { revisions: revisions.map(toWireRevision) },
    text: (style) => `${viewRevisions(revisions, style).join("\n")}\n`,
  };
}

function viewRevisions(revisions: readonly RuleRevision[], style: Style): readonly string[] {
  const header = ["version", "at", "reason", "text"].map((heading) => style.dim(heading));
  const rows = revisions.map(({ rule, deleted, at, reason }) => [
    style.bold(String(rule.version)),
    at ?? rule.updatedAt,
    deleted ? style.red("deleted") : printable(reason ?? "-"),
    style.dim(printable(rule.content.trimStart().split("\n")[0] ?? "")),
  ]);
  return columns([header, ...rows], style);
}
