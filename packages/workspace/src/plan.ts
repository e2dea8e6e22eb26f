import type { Diagnostic } from "@precept/core";
import type { FsRoot } from "@precept/store-fs";
import { checkRulesDirs } from "./check-rules-dirs.ts";
import type { Config } from "./config/config.ts";
import { loadConfig } from "./config/load-config.ts";
import { locate, type WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import { rootsOf, type RootSearch } from "./roots.ts";
import { loadLedger } from "./transfer/ledger-file.ts";
import { readSettings, type Settings } from "./settings.ts";
import { refusedState } from "./refused-state.ts";
import { readTrust, type Trust } from "./trust.ts";

/** What would be opened, and from where: a value to look at before anything is. */
export interface WorkspacePlan extends WorkspaceLocation {
  /** What the configuration file says, as far as it can be used. */
  readonly config: Config;
  /** What is wrong with it. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the user allows the project to reach. */
  readonly trust: Trust;
  /** What the workspace works with, all in all. */
  readonly settings: Settings;
  /** The files that only say what rules of Precept's own do, by path: they are not read. */
  readonly exported: readonly string[];
  /** The directories that rules are read from, whether or not they exist. */
  readonly roots: readonly FsRoot[];
  /** Reports that not all directories were searched for rules. */
  readonly notices: readonly Diagnostic[];
  /** Whether a directory, relative to the project, was searched for rules. */
  readonly isSearched: (dir: string) => boolean;
}

/**
 * Works out how a directory would be opened. Reads its configuration and looks for rule directories, but for no rule.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; `OPTION_VALUE_INVALID`; `RULES_DIR_NOT_FOUND` if one of
 *   `rulesDirs` does not exist.
 */
export async function planWorkspace(dir: string, options: WorkspaceOptions = {}): Promise<WorkspacePlan> {
  const location = locate(dir, options);
  checkRulesDirs(options, location.directory);
  return planAt(location, options, {}, {});
}

/** @param last the configuration that stays in use while the file can't be read. */
export async function planAt(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  last: Config,
  search: RootSearch,
): Promise<WorkspacePlan> {
  const { config = last, diagnostics } = await loadConfig(location.root);
  const trust = await readTrust(location, options);
  const { settings, diagnostics: refused } = readSettings(options, config, location, trust);
  const { ledger, diagnostics: unread } = loadLedger(location.root);
  const found = await rootsOf(settings, location, options.watch === true, search);
  return {
    ...location,
    config,
    diagnostics: [...trust.diagnostics, ...diagnostics, ...refused, ...refusedState(trust), ...unread],
    exported: [...ledger.keys()].toSorted(),
    trust,
    settings,
    roots: found.roots,
    notices: found.diagnostics,
    isSearched: found.isSearched,
  };
}
