import { join } from "node:path";
import type { SnapshotLocation } from "@precept/files";
import { createProject, type Project } from "@precept/testing";
import { onTestFinished } from "vitest";
import type { ReloadablePolicyEngine } from "../src/lazy-policy-engine.ts";
import type { EnforcementOptions } from "../src/project.ts";
import type { PolicySettings } from "../src/settings.ts";
import { openEngine, settingsIn } from "./open-engine.ts";

/** A temporary project directory whose policies can be enforced. */
export interface PolicyProject extends Project {
  /** Replaces the settings. An engine that is open applies them when it reloads. Paths are relative to the project. */
  readonly configure: (settings: Partial<PolicySettings>) => void;
  /** Creates a policy engine that is closed when the test has finished. */
  readonly open: (options?: EnforcementOptions) => ReloadablePolicyEngine;
  /** Like `open`, with a cache outside of the project. */
  readonly openCached: (options?: EnforcementOptions) => ReloadablePolicyEngine;
  /** The directory of the cache. */
  readonly cacheDir: string;
}

/**
 * Creates a project directory with these files, which is deleted when the test has finished.
 *
 * @param settings those that differ from a project without a configuration. Paths are relative to the project.
 */
export async function createPolicyProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  settings: Partial<PolicySettings> = {},
): Promise<PolicyProject> {
  const project = await createProject(files);
  let current = settingsIn(project.dir, settings);
  const { dir: home } = await createProject();
  const cacheDir = join(home, "cache");
  const open = (options?: EnforcementOptions, cache?: SnapshotLocation): ReloadablePolicyEngine => {
    const engine = openEngine(project.dir, () => current, options, cache);
    onTestFinished(() => engine[Symbol.asyncDispose]());
    return engine;
  };
  return {
    ...project,
    cacheDir,
    configure(changed) {
      current = settingsIn(project.dir, changed);
    },
    open: (options) => open(options),
    openCached: (options) =>
      open(options, { dir: cacheDir, project: project.dir, version: "1", readOnly: options?.readOnly === true }),
  };
}
