import { prepareGlobs, type Diagnostic } from "@precept/core";
import type { Config } from "./config/config.ts";
import { RememberedValues } from "@precept/files";
import { loadConfig } from "./config/load-config.ts";
import { snapshotLocation, type WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import { readSettings, type Settings } from "./settings.ts";
import { readTrust, type Trust } from "./trust.ts";

export interface PlannedSettings {
  readonly config: Config;
  readonly trust: Trust;
  readonly settings: Settings;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the configurations of a project and of the user. `last` is used if the configuration cannot be read. */
export async function planSettings(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  last: Config,
): Promise<PlannedSettings> {
  const remembered = new RememberedValues(snapshotLocation(location, options), "config", "");
  const { config = last, diagnostics } = await loadConfig(location.root, remembered);
  const trust = await readTrust(location, options, remembered);
  await remembered.save();
  const { settings, diagnostics: settingsDiagnostics } = readSettings(options, config, location, trust);
  await prepareGlobs([...settings.ignore, ...settings.policies.ignore, ...trust.allowPrivate]);
  return { config, trust, settings, diagnostics: [...trust.diagnostics, ...diagnostics, ...settingsDiagnostics] };
}
