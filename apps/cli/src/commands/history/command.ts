import {
  PreceptError,
  revisionsToPrune,
  toWireRevision,
  type PruneOptions,
  type RuleRevision,
  type RuleStore,
} from "@precept/core";
import { findRuleHistory } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";

export async function history(call: Call<HistoryOptions>): Promise<CommandResult> {
  const { args, options } = call;
  const [name] = args;
  if (options.prune === true) {
    if (name !== undefined) throw new PreceptError("OPTIONS_CONFLICT", { options: ["--prune", "<rule>"] });
    return prune(call);
  }
  const { keep, olderThan, dryRun } = options;
  for (const [option, value] of Object.entries({ "--keep": keep, "--older-than": olderThan, "--dry-run": dryRun })) {
    if (value !== undefined) throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option, requires: "--prune" });
  }
  if (name === undefined) throw new PreceptError("ARGUMENT_MISSING", { argument: "rule", help: "precept history --help" });
  const { revisions } = await findRuleHistory(tenantStoresOf(call), name, { limit: options.limit });
  return {
    json: { revisions: revisions.map(toWireRevision) },
    text: (style) => asLines(viewRevisions(revisions, style)),
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

/** Removes old revisions of all rules, of all projects and users. */
async function prune({ workspace, options }: Call<HistoryOptions>): Promise<CommandResult> {
  const { keep, olderThan, dryRun = false } = options;
  if (keep === undefined && olderThan === undefined) {
    throw new PreceptError("OPTION_DEPENDENCY_MISSING", { option: "--prune", requires: "--keep or --older-than" });
  }
  const limits: PruneOptions = {
    ...(keep !== undefined && { maxRevisions: keep }),
    ...(olderThan !== undefined && { replacedBefore: new Date(Date.now() - olderThan).toISOString() }),
  };
  let removed = 0;
  for (const store of workspace.stores.filter(({ capabilities }) => capabilities.history)) {
    removed += await (dryRun ? countPruned(store, limits) : store.pruneHistory(limits));
  }
  return {
    json: { removed: dryRun ? 0 : removed, ...(dryRun && { would_remove: removed, dry_run: true }) },
    isConfirmation: !dryRun,
    text: (style) => {
      if (!dryRun) return `${style.green("removed")} ${count(removed, "revision")}\n`;
      const what = `${count(removed, "revision")}, and old revisions of deleted rules, which are not counted`;
      return `${style.yellow("would remove")} ${what}\n`;
    },
  };
}

/** Counts the revisions that would be removed, of rules that exist: a store does not list deleted ones. */
async function countPruned(store: RuleStore, limits: PruneOptions): Promise<number> {
  let removed = 0;
  for await (const { id } of store.listIds()) {
    const revisions: RuleRevision[] = [];
    for await (const revision of store.history(id)) revisions.push(revision);
    removed += revisionsToPrune(revisions, limits).size;
  }
  return removed;
}

export interface HistoryOptions {
  readonly limit?: number;
  readonly prune?: boolean;
  readonly keep?: number;
  /** In milliseconds. */
  readonly olderThan?: number;
  readonly dryRun?: boolean;
}
