import type { Diagnostic } from "@precept/core";
import type { FoundRoots, FsRoot } from "@precept/store-fs";
import { checkRulesDirs, locateWorkspace, snapshotLocation, type WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import { findRuleRoots, type RootSearch } from "./roots.ts";
import { planSettings, type PlannedSettings } from "./plan-settings.ts";
import { checkStateDirectories } from "./state-links.ts";
import { loadLedger } from "./load-ledger.ts";

/** Describes how a workspace would be opened. */
export interface WorkspacePlan extends WorkspaceLocation, PlannedSettings, Pick<FoundRoots, "isSearched" | "isComplete"> {
  /** The paths of exported files, which are not read because they repeat native rules. */
  readonly exported: readonly string[];
  /** The rule directories, whether or not they exist. */
  readonly roots: readonly FsRoot[];
  /** Reports directories that were not searched for rules. */
  readonly notices: readonly Diagnostic[];
}

/**
 * Plans how to open a directory. Reads its configuration and searches for rule directories, but reads no rules.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; `OPTION_VALUE_INVALID`;
 *   `RULES_DIR_NOT_FOUND` if one of `rulesDirs` does not exist.
 */
export async function planWorkspace(dir: string, options: WorkspaceOptions = {}): Promise<WorkspacePlan> {
  const location = locateWorkspace(dir, options);
  checkRulesDirs(options, location.directory);
  return planAt(location, options, await planSettings(location, options, {}), {});
}

export async function planAt(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  planned: PlannedSettings,
  search: RootSearch,
): Promise<WorkspacePlan> {
  const { config, trust, settings } = planned;
  const { ledger, diagnostics } = loadLedger(location.root);
  const { diagnostics: notices, ...found } = await findRuleRoots(settings, location, options.watch === true, {
    ...search,
    onProgress: options.onProgress,
    snapshot: snapshotLocation(location, options),
  });
  return {
    ...location,
    config,
    trust,
    settings,
    diagnostics: [...planned.diagnostics, ...checkStateDirectories(trust), ...diagnostics],
    exported: [...ledger.keys()].toSorted(),
    ...found,
    notices,
  };
}
