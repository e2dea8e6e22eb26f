import type { Diagnostic } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import type { Config } from "./config/config.ts";
import { checkRulesDirs, locateWorkspace, snapshotLocation, type WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import { findRuleRoots, type RootSearch } from "./roots.ts";
import { planSettings, type PlannedSettings } from "./plan-settings.ts";
import type { Settings } from "./settings.ts";
import { checkStateDirectories } from "./state-links.ts";
import { loadLedger } from "./load-ledger.ts";
import type { Trust } from "./trust.ts";

/** Describes how a workspace would be opened. */
export interface WorkspacePlan extends WorkspaceLocation {
  /** The valid settings of the configuration file. */
  readonly config: Config;
  /** The diagnostics of the configuration. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the user allows the project to access. */
  readonly trust: Trust;
  /** The effective settings. */
  readonly settings: Settings;
  /** The paths of exported files, which are not read because they repeat native rules. */
  readonly exported: readonly string[];
  /** The rule directories, whether or not they exist. */
  readonly roots: readonly FsRoot[];
  /** Reports directories that were not searched for rules. */
  readonly notices: readonly Diagnostic[];
  /** Whether a directory, relative to the project, was searched for rules. */
  readonly isSearched: (dir: string) => boolean;
  /** Whether all directories were searched that no limit excludes. */
  readonly isComplete: boolean;
}

/**
 * Plans how to open a directory. Reads its configuration and searches for rule directories, but reads no rules.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; `OPTION_VALUE_INVALID`; `RULES_DIR_NOT_FOUND` if one of
 *   `rulesDirs` does not exist.
 */
export async function planWorkspace(dir: string, options: WorkspaceOptions = {}): Promise<WorkspacePlan> {
  const location = locateWorkspace(dir, options);
  checkRulesDirs(options, location.directory);
  return planAt(location, options, await planSettings(location, options, {}), {});
}

/** Searches for rule directories, as the settings say. */
export async function planAt(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  { config, trust, settings, diagnostics }: PlannedSettings,
  search: RootSearch,
): Promise<WorkspacePlan> {
  const { ledger, diagnostics: ledgerDiagnostics } = loadLedger(location.root);
  const found = await findRuleRoots(settings, location, options.watch === true, {
    ...search,
    onProgress: options.onProgress,
    snapshot: snapshotLocation(location, options),
  });
  return {
    ...location,
    config,
    diagnostics: [...diagnostics, ...checkStateDirectories(trust), ...ledgerDiagnostics],
    exported: [...ledger.keys()].toSorted(),
    trust,
    settings,
    roots: found.roots,
    notices: found.diagnostics,
    isSearched: found.isSearched,
    isComplete: found.isComplete,
  };
}
