import { join } from "node:path";
import { openRoot, type SnapshotLocation } from "@precept/files";
import { createPolicyEngine, type ReloadablePolicyEngine } from "../src/lazy-policy-engine.ts";
import type { EnforcementOptions } from "../src/project.ts";
import { defaultPolicySettings, type PolicySettings } from "../src/settings.ts";

/** Creates a policy engine for a directory. The caller closes it. */
export function openEngine(
  dir: string,
  settings: () => PolicySettings = () => settingsIn(dir),
  options: EnforcementOptions = {},
  cache?: SnapshotLocation,
): ReloadablePolicyEngine {
  const confined = openRoot(dir);
  return createPolicyEngine(
    () => ({ root: dir, confined, settings: settings(), configFile: ".precept/config.yaml", cache }),
    options,
  );
}

/** The default settings of a project, except those given. Their paths are relative to the project. */
export function settingsIn(dir: string, settings: Partial<PolicySettings> = {}): PolicySettings {
  const { dirs = [], audit } = settings;
  return {
    ...defaultPolicySettings(dir),
    ...settings,
    dirs: dirs.map((path) => join(dir, path)),
    ...(audit !== undefined && { audit: { ...audit, dir: join(dir, audit.dir) } }),
  };
}
