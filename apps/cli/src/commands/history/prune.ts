import { PreceptError, revisionsToPrune, type PruneOptions, type RuleRevision, type RuleStore } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { count } from "../../terminal/text.ts";
import type { HistoryOptions } from "./options.ts";

/** Removes old revisions of all rules, of all projects and users. */
export async function prune({ workspace, options }: Call<HistoryOptions>): Promise<CommandResult> {
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
    text: (style) =>
      dryRun
        ? `${style.yellow("would remove")} ${count(removed, "revision")}, and old revisions of deleted rules, which are not counted\n`
        : `${style.green("removed")} ${count(removed, "revision")}\n`,
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
