import { Listeners, OpenOnce, PreceptError } from "@precept/core";
import { findPolicy } from "./find-policy.ts";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import type { ActivePolicies } from "./active-policies.ts";
import { observeDecision } from "./observe-decisions.ts";
import type { OpenPolicyEngine } from "./open-policy-engine.ts";
import type { PoliciesChange, PolicyEngine } from "./policy-engine.ts";
import { describeSource } from "./policy-source.ts";

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
 * const project = { root, confined: openRoot(root), settings, configFile: "policies.ts" };
 * await using policies = createPolicyEngine(() => project);
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
  let isClosed = false;
  const load = async (): Promise<OpenPolicyEngine> => {
    const { OpenPolicyEngine: Engine } = await import("./open-policy-engine.ts");
    const opened = new Engine(project, options, (change) => listeners.emit(change));
    await opened.reload();
    return opened;
  };
  const loaded = new OpenOnce(load);
  const open = async (): Promise<OpenPolicyEngine> => {
    if (isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    return loaded.get();
  };
  const active = async (): Promise<ActivePolicies> => (await open()).active;
  const engine: ReloadablePolicyEngine = {
    list: async () => (await active()).policies,
    get: async (id) => (await active()).policies.find((policy) => policy.id === id),
    tables: async () => (await active()).tables,
    baseline: async () => (await active()).baseline,
    originOf: async (id) => (await active()).sources.get(id),
    sourceOf: async (id) => {
      const source = (await active()).sources.get(id);
      return source && describeSource(source);
    },
    textOf: async (id) => (await open()).textOf(await findPolicy(engine, id)),
    diagnostics: async () => (await open()).diagnostics,
    auditLog: async () => (await open()).enforcer.decisionLog.current,
    sequences: async (session) => (await open()).enforcer.sequences(session),
    register: async (source, given) => (await open()).register(source, given),
    remove: async (id, by) => (await open()).remove(await findPolicy(engine, id), by),
    validate: async (source) => (await open()).validate(source),
    validateParsed: async (policies) => (await open()).validateParsed(policies),
    test: async (selection) => (await open()).test(selection),
    contextFor: async (given) => (await open()).contextFor(given),
    check: (subject, given) => observeDecision("check", undefined, async () => (await open()).check(subject, given)),
    observe: async (policies, subject, given) => (await open()).observe(policies, subject, given),
    trace: async (id, subject, given) => {
      const policy = await findPolicy(engine, id);
      return (await open()).trace(policy, subject, given);
    },
    enforce: (subject, given) =>
      observeDecision("enforce", given?.session, async () => {
        const { enforcer, active: current } = await open();
        return enforcer.enforce(subject, current, given);
      }),
    report: (id, location, given) =>
      observeDecision("enforce", given?.session, async () => {
        const policy = await findPolicy(engine, id);
        const { enforcer, active: current } = await open();
        return enforcer.report(policy, location, current, given);
      }),
    updateBaseline: async (change) => (await open()).updateBaseline(change),
    reload: async () => (await open()).reload(),
    softHooks: {
      list: async (session) => (await open()).softHooks.list(session),
      ignore: async (key, toolUse) => (await open()).softHooks.ignore(key, toolUse),
      comply: async (key) => (await open()).softHooks.comply(key),
      fork: async (from, to) => (await open()).softHooks.fork(from, to),
      end: async (session) => (await open()).softHooks.end(session),
    },
    approvals: {
      list: async (session) => (await open()).enforcer.approvals.list(session),
      approve: async (key, answer) => (await open()).enforcer.approvals.approve(key, answer),
      deny: async (key, answer) => (await open()).enforcer.approvals.deny(key, answer),
      end: async (session) => (await open()).enforcer.approvals.end(session),
    },
    checkpoints: {
      create: async (session) => (await open()).enforcer.checkpoints.create(session),
      history: async () => (await open()).enforcer.checkpoints.history(),
      preview: async (id) => (await open()).enforcer.checkpoints.preview(id),
      restore: async (id) => (await open()).enforcer.checkpoints.restore(id),
      undo: async (id) => (await open()).enforcer.checkpoints.undo(id),
      prune: async (retain) => (await open()).enforcer.checkpoints.prune(retain),
    },
    refresh: async () => (loaded.current === undefined ? undefined : engine.reload()),
    subscribe: (listener) => listeners.add(listener),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      listeners.clear();
      const opened = await loaded.current?.catch(() => undefined);
      await opened?.[Symbol.asyncDispose]();
    },
  };
  return engine;
}
