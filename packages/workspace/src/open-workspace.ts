import type { StoreKind } from "@precept/contract/values";
import type {
  Cancellable,
  Diagnostic,
  Resolution,
  ResolveRequest,
  Rule,
  RulebookEvent,
  RulebookEvents,
  RuleFilter,
  RuleSearchRequestOptions,
  RuleStore,
  Scope,
  SearchQuery,
  SearchResult,
  Tenant,
  TenantOptions,
  TokenCounter,
} from "@precept/core";
import { createPolicyEngine, type CheckOptions, type ReloadablePolicyEngine } from "@precept/enforcement";
import { RootFinder } from "@precept/store-fs";
import { snapshotLocation } from "./snapshot-location.ts";
import { checkRulesDirs } from "./check-rules-dirs.ts";
import type { SessionType } from "@precept/agent-context";
import type { BootOptions, BootRequest, BootResult } from "./context/boot.ts";
import { OpenContext } from "./context/open-context.ts";
import { watchConfig } from "./config/watch-config.ts";
import type { Decision, Subject } from "@precept/governance";
import type { WorkspaceChange } from "./feed.ts";
import { Generation } from "./generation.ts";
import type { WorkspaceOptions, WorkspaceResolveOptions } from "./options.ts";
import { locateWorkspace, type WorkspaceLocation } from "./location.ts";
import { configPath } from "./paths.ts";
import { planAt } from "./plan.ts";
import { planSettings, type PlannedSettings } from "./plan-settings.ts";
import { governingDirectories } from "./request-directories.ts";
import { repeatAtInterval } from "./repeat-at-interval.ts";
import { OpenSession, type Session } from "./session.ts";
import { chooseStore } from "./editing/choose-store.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import type { ToolView } from "./tool-view/tool-view.ts";
import { createPrivacyCheck } from "./private-files.ts";
import { WorkspaceState } from "./workspace-state.ts";
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

/** Opens a directory whose settings are known. */
export async function openPlanned(
  location: WorkspaceLocation,
  options: WorkspaceOptions,
  planned: PlannedSettings,
): Promise<Workspace> {
  const finder = new RootFinder(location.root);
  const { searchFor, watch } = options;
  const governing = searchFor === undefined || watch === true ? undefined : governingDirectories(location.root, searchFor);
  const plan = await planAt(location, options, planned, { finder, near: governing && [...governing] });
  const state = new WorkspaceState(plan, await Generation.open(plan, options), options, finder);
  if (options.watch !== true) return new OpenWorkspace(state, options, () => undefined);
  // If the new configuration cannot be applied, the diagnostics say so.
  const refresh = async (): Promise<void> => state.refresh().catch(() => undefined);
  const endWatch = watchConfig(plan.root, refresh);
  state.watch();
  // Files may have changed before watching began.
  await refresh();
  const workspace = new OpenWorkspace(state, options, () => {
    endWatch();
    endRescans();
  });
  const endRescans = repeatAtInterval(
    () => state.plan.settings.rescan * 1000,
    () => workspace.reload(),
  );
  return workspace;
}

class OpenWorkspace implements Workspace {
  readonly #state: WorkspaceState;
  readonly #endWatch: () => void;
  readonly isReadOnly: boolean;
  readonly #sessions = new Map<string, Session>();
  readonly policies: ReloadablePolicyEngine;
  readonly context: OpenContext;
  readonly #now: (() => Date) | undefined;

  constructor(state: WorkspaceState, options: WorkspaceOptions, endWatch: () => void) {
    this.#state = state;
    this.#endWatch = endWatch;
    this.isReadOnly = options.readOnly ?? false;
    this.policies = createPolicyEngine(
      () => ({
        root: state.plan.root,
        confined: state.plan.trust.project,
        settings: state.plan.settings.policies,
        configFile: configPath,
        cache: snapshotLocation(state.plan, options),
      }),
      options,
      (change) => state.feed.publishPolicies(change),
    );
    this.#now = options.now;
    this.context = new OpenContext({
      settings: () => state.plan.settings.context,
      isReadOnly: this.isReadOnly,
      watch: options.watch === true,
      now: options.now,
      isPrivate: (path) => this.#isPrivate(path),
      publish: (change) => state.feed.publishContext(change),
      onListenerError: options.onListenerError,
    });
    // A new configuration may select other policies and another context.
    state.feed.subscribe(({ config }) => config && this.policies.refresh());
    state.feed.subscribe(({ config }) => config && this.context.refresh());
  }

  get root() {
    return this.#state.plan.root;
  }

  get home() {
    return this.#state.plan.home;
  }

  get config() {
    return this.#state.plan.config;
  }

  get settings() {
    return this.#state.plan.settings;
  }

  get roots() {
    return this.#state.plan.roots;
  }

  get rulebook() {
    return this.#state.rulebook;
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

  async resolve(request?: ResolveRequest, options?: WorkspaceResolveOptions): Promise<Resolution> {
    return this.rulebook.resolve(request, options);
  }

  async seeAs(tool: string, request: ResolveRequest = {}, options: WorkspaceResolveOptions = {}): Promise<ToolView> {
    return this.#state.seeAs(tool, request, options);
  }

  async checkTool(name: string, { tenant }: TenantOptions = {}): Promise<void> {
    await checkTool(name, () => (tenant === undefined ? this.rulebook.listAll() : this.rulebook.list({ tenant })));
  }

  async tokenCounter({ model }: { readonly model?: string | undefined } = {}): Promise<TokenCounter> {
    return this.rulebook.tokenCounter(model);
  }

  async boot<Type extends SessionType>(request: BootRequest<Type>, options: BootOptions = {}): Promise<BootResult<Type>> {
    const { boot } = await import("./context/boot.ts");
    return boot(request, options, {
      root: this.root,
      isReadOnly: this.isReadOnly,
      context: this.context,
      now: this.#now,
      maxFileCharacters: this.settings.context.maxFileCharacters,
      isPrivate: (path) => this.#isPrivate(path),
      resolve: (resolved, chosen) => this.resolve(resolved, chosen),
    });
  }

  async check(subject: Subject | readonly Subject[], options?: CheckOptions): Promise<Decision> {
    return this.policies.check(subject, options);
  }

  async list(filter?: RuleFilter): Promise<readonly Rule[]> {
    return this.rulebook.list(filter);
  }

  async listAll(filter?: RuleFilter): Promise<readonly Rule[]> {
    return this.rulebook.listAll(filter);
  }

  async search(query: SearchQuery, options?: RuleSearchRequestOptions): Promise<SearchResult> {
    return this.rulebook.search(query, options);
  }

  async get(nameOrId: string, options?: TenantOptions): Promise<Rule> {
    return this.rulebook.get(nameOrId, options);
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    // Throws if the workspace is closed.
    await this.rulebook.diagnostics();
    const { diagnostics } = this.#state;
    const further = this.context.diagnostics.filter(({ code }) => diagnostics.every((one) => one.code !== code));
    return [...diagnostics, ...further];
  }

  async reload(options: Cancellable = {}): Promise<void> {
    await this.#state.refresh(options);
    await this.policies.refresh();
  }

  subscribe(listener: (change: WorkspaceChange) => void): () => void {
    return this.#state.feed.subscribe(listener);
  }

  on<Name extends RulebookEvent>(
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    options?: TenantOptions,
  ): () => void {
    return this.rulebook.on(name, listener, options);
  }

  async withStores<Result>(tenant: Tenant, work: (stores: readonly RuleStore[]) => Promise<Result>): Promise<Result> {
    return this.rulebook.withStores(tenant, work);
  }

  session(id: string): Session {
    const open = this.#sessions.get(id);
    if (open !== undefined) return open;
    const session = new OpenSession(id, this.storeFor("session"), this.rulebook, () => this.#sessions.delete(id));
    this.#sessions.set(id, session);
    return session;
  }

  storeFor(scope: Scope, kind?: StoreKind): RuleStore {
    const { user } = this.settings;
    return chooseStore({ stores: this.stores, roots: this.roots, ownUser: user }, { scope, user, kind });
  }

  /** Whether a link of the agent context leads to a private file. */
  async #isPrivate(path: string): Promise<boolean> {
    const { root, trust } = this.#state.plan;
    return createPrivacyCheck(root, trust)(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endWatch();
    await this.policies[Symbol.asyncDispose]();
    await this.context[Symbol.asyncDispose]();
    await this.#state.end();
  }
}
