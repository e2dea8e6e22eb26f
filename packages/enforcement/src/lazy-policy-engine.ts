import { Listeners, PreceptError } from "@precept/core";
import type { Approvals } from "./approvals.ts";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import type { OpenPolicyEngine } from "./open-policy-engine.ts";
import type { Checkpoints, PoliciesChange, PolicyEngine, PolicyOperations, SoftHooks } from "./policy-engine.ts";

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
  const operations = forward<Operations>(open, operationNames);
  return {
    ...operations,
    softHooks: forward<SoftHooks>(async () => (await open()).softHooks, softHookNames),
    approvals: forward<Approvals>(async () => (await open()).approvals, approvalNames),
    checkpoints: forward<Checkpoints>(async () => (await open()).checkpoints, checkpointNames),
    refresh: async () => (opening === undefined ? undefined : operations.reload()),
    subscribe: (listener) => listeners.add(listener),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      listeners.clear();
      const engine = await opening?.catch(() => undefined);
      await engine?.[Symbol.asyncDispose]();
    },
  };
}

/** Creates methods that open their target and call its method of the same name. */
function forward<Target extends object>(open: () => Promise<Target>, names: Names<Target>): Target {
  const methods = Object.keys(names).map((name) => {
    const method = async (...args: readonly unknown[]): Promise<unknown> => {
      const target = (await open()) as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
      return target[name]?.(...args);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as Target;
}

type Operations = Omit<PolicyOperations, "softHooks" | "approvals" | "checkpoints">;

/** The names of the methods of a target. A missing one does not compile. */
type Names<Target> = Readonly<Record<keyof Target, true>>;

const operationNames: Names<Operations> = {
  list: true,
  get: true,
  diagnostics: true,
  tables: true,
  sourceOf: true,
  originOf: true,
  register: true,
  test: true,
  contextFor: true,
  sequences: true,
  check: true,
  enforce: true,
  report: true,
  auditLog: true,
  baseline: true,
  updateBaseline: true,
  reload: true,
};
const softHookNames: Names<SoftHooks> = { list: true, ignore: true, comply: true, fork: true, end: true };
const approvalNames: Names<Approvals> = { list: true, approve: true, deny: true, end: true };
const checkpointNames: Names<Checkpoints> = {
  create: true,
  history: true,
  preview: true,
  restore: true,
  undo: true,
  prune: true,
};
