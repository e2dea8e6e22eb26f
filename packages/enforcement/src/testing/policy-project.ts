import { createProject, type Project } from "@precept/testing";
import { onTestFinished } from "vitest";
import type { ReloadablePolicyEngine } from "../lazy-policy-engine.ts";
import type { EnforcementOptions } from "../project.ts";
import type { PolicySettings } from "../settings.ts";
import { openEngine, settingsIn } from "./open-engine.ts";

/** A temporary project directory whose policies can be enforced. */
export interface PolicyProject extends Project {
  /** Replaces the settings. An engine that is open applies them when it reloads. Paths are relative to the project. */
  readonly configure: (settings: Partial<PolicySettings>) => void;
  /** Creates a policy engine that is closed when the test has finished. */
  readonly open: (options?: EnforcementOptions) => ReloadablePolicyEngine;
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
  return {
    ...project,
    configure(changed) {
      current = settingsIn(project.dir, changed);
    },
    open(options) {
      const engine = openEngine(project.dir, () => current, options);
      onTestFinished(() => engine[Symbol.asyncDispose]());
      return engine;
    },
  };
}
