import type { StoreKind } from "@precept/contract/values";
import type { Cancellable, Diagnostic, RuleStore, Scope, TenantOptions } from "@precept/core";
import { createPolicyEngine, type CheckOptions, type ReloadablePolicyEngine } from "@precept/enforcement";
import { RootFinder } from "@precept/store-fs";
import type { SessionType } from "@precept/agent-context";
import type { BootOptions, BootRequest, BootResult } from "./context/boot.ts";
import { OpenContext } from "./context/open-context.ts";
import { watchConfig } from "./config/watch-config.ts";
import type { Decision, Subject } from "@precept/governance";
import type { WorkspaceChange } from "./feed.ts";
import { Generation } from "./generation.ts";
import type { WorkspaceOptions } from "./options.ts";
import { checkRulesDirs, locateWorkspace, snapshotLocation, type WorkspaceLocation } from "./location.ts";
import { configPath } from "./paths.ts";
import { planAt } from "./plan.ts";
import { planSettings, type PlannedSettings } from "./plan-settings.ts";
import { governingDirectories } from "./request-directories.ts";
import { repeatAtInterval } from "./repeat-at-interval.ts";
import { OpenSession, type Session } from "./session.ts";
import { chooseTenantStore } from "./editing/choose-store.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import { createPrivacyCheck } from "./private-files.ts";
import { LiveRulebook } from "./live-rulebook.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Opens a directory: reads its configuration, finds its rule directories and reads the rules, unless `lazyRules` is set. Mistakes in the configuration and in rule files do not
 * throw: `diagnostics` reports them, and everything else is used.
 *
 * @example
 * ```ts
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * const { prompt, applied } = await workspace.resolve({ prompt: "fix the cart", files: ["src/cart.tsx"] });
 * ```
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory, `OPTION_VALUE_INVALID`, `RULES_DIR_NOT_FOUND` if one of `rulesDirs` does
 *   not exist, `STORE_FAILED` if the database cannot be opened.
 */
export async function openWorkspace(dir: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const location = locateWorkspace(dir, options);
  checkRulesDirs(options, location.directory);
  return openPlanned(location, options, await planSettings(location, options, {}));
}

export async function openPlanned(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  planned: PlannedSettings,
): Promise<Workspace> {
  const finder = new RootFinder(location.root);
  const { searchFor, watch } = options;
  const governing = searchFor === undefined || watch === true ? undefined : governingDirectories(location.root, searchFor);
  const plan = await planAt(location, options, planned, { finder, near: governing && [...governing] });
  const rulebook = new LiveRulebook(plan, await Generation.open(plan, options), options, finder);
  if (options.watch !== true) return new OpenWorkspace(rulebook, options, () => undefined);
  // If the new configuration cannot be applied, the diagnostics say so.
  const refresh = async (): Promise<void> => rulebook.refresh().catch(() => undefined);
  const endWatch = watchConfig(plan.root, refresh);
  rulebook.watch();
  // Files may have changed before watching began.
  await refresh();
  const workspace = new OpenWorkspace(rulebook, options, () => {
    endWatch();
    endRescans();
  });
  const endRescans = repeatAtInterval(
    () => rulebook.plan.settings.rescan * 1000,
    () => workspace.reload(),
  );
  return workspace;
}

class OpenWorkspace implements Workspace {
  readonly rulebook: LiveRulebook;
  readonly isReadOnly: boolean;
  readonly policies: ReloadablePolicyEngine;
  readonly context: OpenContext;
  // The rulebook's own functions.
  readonly resolve: Workspace["resolve"];
  readonly seeAs: Workspace["seeAs"];
  readonly tokenCounter: Workspace["tokenCounter"];
  readonly list: Workspace["list"];
  readonly listAll: Workspace["listAll"];
  readonly search: Workspace["search"];
  readonly get: Workspace["get"];
  readonly on: Workspace["on"];
  readonly withStores: Workspace["withStores"];
  readonly #endWatch: () => void;
  readonly #sessions = new Map<string, Session>();
  readonly #now: (() => Date) | undefined;

  constructor(rulebook: LiveRulebook, options: WorkspaceOptions, endWatch: () => void) {
    this.rulebook = rulebook;
    this.resolve = rulebook.resolve.bind(rulebook);
    this.seeAs = rulebook.seeAs.bind(rulebook);
    this.tokenCounter = rulebook.tokenCounter.bind(rulebook);
    this.list = rulebook.list.bind(rulebook);
    this.listAll = rulebook.listAll.bind(rulebook);
    this.search = rulebook.search.bind(rulebook);
    this.get = rulebook.get.bind(rulebook);
    this.on = rulebook.on.bind(rulebook);
    this.withStores = rulebook.withStores.bind(rulebook);
    this.#endWatch = endWatch;
    this.isReadOnly = options.readOnly ?? false;
    this.policies = createPolicyEngine(
      () => ({
        root: rulebook.plan.root,
        confined: rulebook.plan.trust.project,
        settings: rulebook.plan.settings.policies,
        configFile: configPath,
        cache: snapshotLocation(rulebook.plan, options),
      }),
      options,
      (change) => rulebook.feed.publishPolicies(change),
    );
    this.#now = options.now;
    this.context = new OpenContext({
      settings: () => rulebook.plan.settings.context,
      isReadOnly: this.isReadOnly,
      watch: options.watch === true,
      now: options.now,
      isPrivate: (path) => this.#isPrivate(path),
      publish: (change) => rulebook.feed.publishContext(change),
      onListenerError: options.onListenerError,
    });
    // A new configuration may select other policies and another context.
    rulebook.feed.subscribe(({ config }) => config && this.policies.refresh());
    rulebook.feed.subscribe(({ config }) => config && this.context.refresh());
  }

  get root() {
    return this.rulebook.plan.root;
  }

  get home() {
    return this.rulebook.plan.home;
  }

  get config() {
    return this.rulebook.plan.config;
  }

  get settings() {
    return this.rulebook.plan.settings;
  }

  get roots() {
    return this.rulebook.plan.roots;
  }

  get stores() {
    return this.rulebook.generation.stores;
  }

  get embedder() {
    return this.rulebook.generation.embedder?.embedder;
  }

  get references() {
    return this.rulebook.generation.references;
  }

  async checkTool(name: string, { tenant }: TenantOptions = {}): Promise<void> {
    await checkTool(name, () => (tenant === undefined ? this.rulebook.listAll() : this.rulebook.list({ tenant })));
  }

  async boot<Type extends SessionType>(request: BootRequest<Type>, options: BootOptions = {}): Promise<BootResult<Type>> {
    const { boot } = await import("./context/boot.ts");
    return boot(request, options, this, { now: this.#now, isPrivate: (path) => this.#isPrivate(path) });
  }

  async check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision> {
    return this.policies.check(subject, options);
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    // Throws if the workspace is closed.
    await this.rulebook.diagnostics();
    const { allDiagnostics: diagnostics } = this.rulebook;
    const further = this.context.diagnostics.filter(({ code }) => diagnostics.every((one) => one.code !== code));
    return [...diagnostics, ...further];
  }

  async reload(options: Cancellable = {}): Promise<void> {
    await this.rulebook.refresh(options);
    await this.policies.refresh();
  }

  subscribe(listener: (change: WorkspaceChange) => void): () => void {
    return this.rulebook.feed.subscribe(listener);
  }

  session(id: string): Session {
    const open = this.#sessions.get(id);
    if (open !== undefined) return open;
    const session = new OpenSession(id, this.storeFor("session"), this.rulebook, () => this.#sessions.delete(id));
    this.#sessions.set(id, session);
    return session;
  }

  storeFor(scope: Scope, kind?: StoreKind): RuleStore {
    const tenant = { userId: this.settings.user };
    return chooseTenantStore({ workspace: this, tenant, stores: this.stores }, scope, kind);
  }

  /** Whether a link of the agent context leads to a private file. */
  async #isPrivate(path: string): Promise<boolean> {
    const { root, trust } = this.rulebook.plan;
    return createPrivacyCheck(root, trust)(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endWatch();
    await this.policies[Symbol.asyncDispose]();
    await this.context[Symbol.asyncDispose]();
    await this.rulebook[Symbol.asyncDispose]();
  }
}
