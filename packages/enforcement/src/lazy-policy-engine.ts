import { Listeners, PreceptError } from "@precept/core";
import type { ReportedLocation, Subject } from "@precept/governance";
import type { Approvals } from "./approvals.ts";
import type { EnforcementOptions, EnforcementProject } from "./project.ts";
import { findPolicy } from "./find-policy.ts";
import { describeSource } from "./policy-source.ts";
import type { OpenPolicyEngine } from "./open-policy-engine.ts";
import type {
  CheckOptions,
  Checkpoints,
  EnforceOptions,
  PoliciesChange,
  RegisterOptions,
  ReportViolationOptions,
  SoftHooks,
  PolicyEngine,
} from "./policy-engine.ts";

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
  return new LazyPolicyEngine(project, options, onChange);
}

class LazyPolicyEngine implements ReloadablePolicyEngine {
  readonly softHooks: SoftHooks = {
    list: async (session) => (await this.#open()).softHooks.list(session),
    ignore: async (key, toolUse) => (await this.#open()).softHooks.ignore(key, toolUse),
    comply: async (key) => (await this.#open()).softHooks.comply(key),
    fork: async (from, to) => (await this.#open()).softHooks.fork(from, to),
    end: async (session) => (await this.#open()).softHooks.end(session),
  };
  readonly approvals: Approvals = {
    list: async (session) => (await this.#open()).approvals.list(session),
    approve: async (key, answer) => (await this.#open()).approvals.approve(key, answer),
    deny: async (key, answer) => (await this.#open()).approvals.deny(key, answer),
    end: async (session) => (await this.#open()).approvals.end(session),
  };
  readonly checkpoints: Checkpoints = {
    create: async (session) => (await this.#open()).checkpoints.create(session),
    history: async () => (await this.#open()).checkpoints.history(),
    preview: async (id) => (await this.#open()).checkpoints.preview(id),
    restore: async (id) => (await this.#open()).checkpoints.restore(id),
    undo: async (id) => (await this.#open()).checkpoints.undo(id),
    prune: async (retain) => (await this.#open()).checkpoints.prune(retain),
  };
  readonly #project: () => EnforcementProject;
  readonly #options: EnforcementOptions;
  readonly #listeners: Listeners<PoliciesChange>;
  #opening: Promise<OpenPolicyEngine> | undefined;
  #isClosed = false;

  constructor(project: () => EnforcementProject, options: EnforcementOptions, onChange: (change: PoliciesChange) => void) {
    this.#project = project;
    this.#options = options;
    this.#listeners = new Listeners(options.onListenerError);
    this.#listeners.add(onChange);
  }

  async list() {
    return (await this.#open()).active.policies;
  }

  async get(id: string) {
    return (await this.list()).find((policy) => policy.id === id);
  }

  async diagnostics() {
    return (await this.#open()).diagnostics;
  }

  async tables() {
    return (await this.#open()).active.tables;
  }

  async sourceOf(id: string) {
    const source = await this.originOf(id);
    return source && describeSource(source);
  }

  async originOf(id: string) {
    return (await this.#open()).active.sources.get(id);
  }

  async register(source: string | object, options: RegisterOptions = {}) {
    return (await this.#open()).register(source, options);
  }

  async test(id?: string) {
    return (await this.#open()).test(id);
  }

  async contextFor(options: Pick<CheckOptions, "context" | "signals"> = {}) {
    return (await this.#open()).contextFor(options).context;
  }

  async sequences(session?: string) {
    return (await this.#open()).sequences(session);
  }

  async check(subject: Subject | readonly Subject[], options: CheckOptions = {}) {
    return (await this.#open()).check(subject, options);
  }

  async enforce(subject: Subject | readonly Subject[], options: EnforceOptions = {}) {
    return (await this.#open()).enforce(subject, options);
  }

  async report(id: string, location: ReportedLocation, options: ReportViolationOptions = {}) {
    const policy = await findPolicy(this, id);
    return (await this.#open()).report(policy, location, options);
  }

  async auditLog() {
    return (await this.#open()).auditLog;
  }

  async baseline() {
    return (await this.#open()).active.baseline;
  }

  async updateBaseline(...args: Parameters<PolicyEngine["updateBaseline"]>) {
    return (await this.#open()).updateBaseline(...args);
  }

  async reload() {
    await (await this.#open()).reload();
  }

  async refresh(): Promise<void> {
    if (this.#opening !== undefined) await this.reload();
  }

  subscribe(listener: (change: PoliciesChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    const open = await this.#opening?.catch(() => undefined);
    await open?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<OpenPolicyEngine> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    this.#opening ??= this.#load();
    try {
      return await this.#opening;
    } catch (error) {
      // The next call tries again.
      this.#opening = undefined;
      throw error;
    }
  }

  async #load(): Promise<OpenPolicyEngine> {
    const { OpenPolicyEngine: Engine } = await import("./open-policy-engine.ts");
    return Engine.open(this.#project, this.#options, (change) => this.#listeners.emit(change));
  }
}
