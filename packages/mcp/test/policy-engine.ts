import { createPolicyEngine, defaultPolicySettings, type PolicyEngine, type PolicySettings } from "@precept/enforcement";
import { openRoot } from "@precept/files";
import { onTestFinished } from "vitest";

/** Creates a policy engine for a project directory. It is closed when the test has finished. */
export function openEngine(dir: string, settings: Partial<PolicySettings> = {}): PolicyEngine {
  const project = {
    root: dir,
    confined: openRoot(dir),
    settings: { ...defaultPolicySettings(dir), ...settings },
    configFile: ".precept/config.yaml",
  };
  const engine = createPolicyEngine(() => project);
  onTestFinished(() => engine[Symbol.asyncDispose]());
  return engine;
}
