import { Listeners, PreceptError } from "@precept/core";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import { lazily } from "./lazily.ts";
import type { OpenPolicyEngine } from "./open-policy-engine.ts";
import type { PoliciesChange, PolicyEngine } from "./policy-engine.ts";

/** A policy engine that its owner closes, and refreshes when the settings change. */
export interface ReloadablePolicyEngine extends PolicyEngine, AsyncDisposable {
  /** Reloads the policies if they have been loaded. */
  refresh(): Promise<void>;
}

/**
 * Creates the policy engine of a project. It loads policies, and the code that evaluates them, on first use.
 *
 * @param project returns the project with its current settings. Called for every operation.
 * @param onChange called before other listeners.
 *
 * @example
 * ```ts
 * import { createPolicyEngine, defaultPolicySettings } from "@precept/enforcement";
 * import { openRoot } from "@precept/files";
 *
 * const root = process.cwd();
 * const settings = { ...defaultPolicySettings(root), starters: ["secrets"] };
 * await using policies = createPolicyEngine(() => ({ root, confined: openRoot(root), settings, configFile: "policies.ts" }));
 * const { action, violations } = await policies.check({ text: "const x = 1;", file: "src/x.ts" });
 * console.log(action, violations);
 * ```
 */
export function createPolicyEngine(
  project: () => EnforcementProject,
  options: EnforcementOptions = {},
  onChange: (change: PoliciesChange) => void = () => undefined,
): ReloadablePolicyEngine {
  const listeners = new Listeners<PoliciesChange>(options.onListenerError);
  listeners.add(onChange);
  let opening: Promise<OpenPolicyEngine> | undefined;
  let isClosed = false;
  const load = async (): Promise<OpenPolicyEngine> => {
    const { OpenPolicyEngine: Engine } = await import("./open-policy-engine.ts");
    return Engine.open(project, options, (change) => listeners.emit(change));
  };
  const open = async (): Promise<OpenPolicyEngine> => {
    if (isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    opening ??= load();
    try {
      return await opening;
    } catch (error) {
      // The next call tries again.
      opening = undefined;
      throw error;
    }
  };
  const own = {
    subscribe: (listener: (change: PoliciesChange) => void) => listeners.add(listener),
    async refresh() {
      if (opening !== undefined) await (await open()).reload();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      listeners.clear();
      const engine = await opening?.catch(() => undefined);
      await engine?.[Symbol.asyncDispose]();
    },
  };
  return lazily<typeof own, Omit<PolicyEngine, "subscribe">>(own, open);
}
