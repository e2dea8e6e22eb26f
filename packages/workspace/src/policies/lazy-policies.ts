import { Listeners, PreceptError } from "@precept/core";
import type { Subject } from "@precept/governance";
import type { WorkspaceOptions } from "../options.ts";
import type { WorkspacePlan } from "../plan.ts";
import type { OpenPolicies } from "./open-policies.ts";
import type {
  CheckOptions,
  Checkpoints,
  EnforceOptions,
  PoliciesChange,
  RegisterOptions,
  SoftHooks,
  WorkspacePolicies,
} from "./policies.ts";

/** The policies of a workspace, and the code behind them, loaded when they are first asked for: most requests are about rules alone. */
export class LazyPolicies implements WorkspacePolicies, AsyncDisposable {
  readonly softHooks: SoftHooks = {
    list: async (session) => (await this.#open()).softHooks.list(session),
    ignore: async (key, toolUse) => (await this.#open()).softHooks.ignore(key, toolUse),
    comply: async (key) => (await this.#open()).softHooks.comply(key),
    fork: async (from, to) => (await this.#open()).softHooks.fork(from, to),
    end: async (session) => (await this.#open()).softHooks.end(session),
  };
  readonly checkpoints: Checkpoints = {
    keep: async (session) => (await this.#open()).checkpoints.keep(session),
    history: async () => (await this.#open()).checkpoints.history(),
    preview: async (id) => (await this.#open()).checkpoints.preview(id),
    restore: async (id) => (await this.#open()).checkpoints.restore(id),
    undo: async (id) => (await this.#open()).checkpoints.undo(id),
    prune: async (keep) => (await this.#open()).checkpoints.prune(keep),
  };
  readonly #plan: () => WorkspacePlan;
  readonly #options: WorkspaceOptions;
  readonly #listeners: Listeners<PoliciesChange>;
  #opening: Promise<OpenPolicies> | undefined;
  #isClosed = false;

  /**
   * @param plan as of now.
   * @param onChange is told first of every change.
   */
  constructor(plan: () => WorkspacePlan, options: WorkspaceOptions, onChange: (change: PoliciesChange) => void) {
    this.#plan = plan;
    this.#options = options;
    this.#listeners = new Listeners(options.onListenerError);
    this.#listeners.add(onChange);
  }

  async list() {
    return (await this.#open()).inForce.policies;
  }

  async get(id: string) {
    return (await this.list()).find((policy) => policy.id === id);
  }

  async diagnostics() {
    return (await this.#open()).diagnostics;
  }

  async tables() {
    return (await this.#open()).inForce.tables;
  }

  async sourceOf(id: string) {
    return (await this.#open()).inForce.sources.get(id);
  }

  async register(source: string | object, options: RegisterOptions = {}) {
    return (await this.#open()).register(source, options);
  }

  async test(id?: string) {
    return (await this.#open()).test(id);
  }

  async check(subject: Subject | readonly Subject[], options: CheckOptions = {}) {
    return (await this.#open()).check(subject, options);
  }

  async enforce(subject: Subject | readonly Subject[], options: EnforceOptions = {}) {
    return (await this.#open()).enforce(subject, options);
  }

  async auditLog() {
    return (await this.#open()).auditLog;
  }

  async baseline() {
    return (await this.#open()).inForce.baseline;
  }

  async updateBaseline(...args: Parameters<WorkspacePolicies["updateBaseline"]>) {
    return (await this.#open()).updateBaseline(...args);
  }

  async reload() {
    await (await this.#open()).reload();
  }

  /** Looks again where somebody has looked before. */
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

  async #open(): Promise<OpenPolicies> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    this.#opening ??= this.#load();
    try {
      return await this.#opening;
    } catch (error) {
      // The next one tries again.
      this.#opening = undefined;
      throw error;
    }
  }

  async #load(): Promise<OpenPolicies> {
    const { OpenPolicies: Policies } = await import("./open-policies.ts");
    return Policies.open(this.#plan, this.#options, (change) => this.#listeners.emit(change));
  }
}
