import { isDeepStrictEqual } from "node:util";
import {
  PreceptError,
  tenantKey,
  withoutUndefined,
  type CacheMetrics,
  type Cancellable,
  type Diagnostic,
  type ResolveRequest,
  type Resolution,
  type Rule,
  type Rulebook,
  type RulebookEvent,
  type RulebookEvents,
  type RuleFilter,
  type RuleSearchRequestOptions,
  type RuleStore,
  type SearchQuery,
  type SearchResult,
  type StoreReport,
  type Tenant,
  type TenantOptions,
  type TokenCounter,
} from "@precept/core";
import { messageOf, reportWatchFailure } from "@precept/files";
import { findToolLimits } from "@precept/mdc-compat";
import type { RootFinder } from "@precept/store-fs";
import { createTokenCounters } from "@precept/token-counters";
import { dialectNamed } from "@precept/transfer";
import { report } from "./diagnostic-catalogue.ts";
import { diffRules, type RulesDifference } from "./difference.ts";
import { WorkspaceFeed } from "./feed.ts";
import { Generation } from "./generation.ts";
import type { WorkspaceOptions, WorkspaceResolveOptions } from "./options.ts";
import { planAt, type WorkspacePlan } from "./plan.ts";
import { planSettings } from "./plan-settings.ts";
import { joinBudgets, reportUnknownModel } from "./settings.ts";
import { governingDirectories, requestDirectories } from "./request-directories.ts";
import { Subscriptions } from "./subscriptions.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import type { ToolView } from "./tool-view/see-as-tool.ts";

/** The maximum number of directories from requests that every search includes. */
const maxIncluded = 10_000;

/**
 * The rulebook of a workspace: answers from the current configuration, rule directories and stores. It and its
 * subscriptions stay valid when they change: a new generation then replaces the current one, which answers its pending
 * requests before it is closed.
 */
export class LiveRulebook implements Rulebook {
  readonly feed: WorkspaceFeed;
  readonly #options: WorkspaceOptions;
  readonly #finder: RootFinder;
  readonly #subscriptions: Subscriptions;
  /** Loads each counter when it is first needed. Its cache outlasts reloads. */
  readonly #openCounter = createTokenCounters();
  readonly #ending = new Set<Promise<void>>();
  /** Directories of files in requests, relative to the project, that are beyond the limits of the search. */
  readonly #included = new Set<string>();
  #plan: WorkspacePlan;
  #generation: Generation;
  /** Why the latest plan could not be applied. The previous state stays in use. */
  #failure: Diagnostic | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(plan: WorkspacePlan, generation: Generation, options: WorkspaceOptions, finder: RootFinder) {
    const { onListenerError = () => undefined } = options;
    this.#plan = plan;
    this.#generation = generation;
    this.#options = options;
    this.#finder = finder;
    this.#subscriptions = new Subscriptions(onListenerError);
    this.feed = new WorkspaceFeed(() => this.allDiagnostics, onListenerError);
    this.subscribe((change) => this.feed.add(change));
    this.on("storeChanged", () => this.feed.addDiagnostics());
  }

  get plan(): WorkspacePlan {
    return this.#plan;
  }

  get generation(): Generation {
    return this.#generation;
  }

  get allDiagnostics(): readonly Diagnostic[] {
    const { diagnostics } = this.#generation;
    const unwatched = reportWatchFailure(this.#finder.failure).filter(({ code }) =>
      diagnostics.every((one) => one.code !== code),
    );
    return [...this.#configDiagnostics, ...unwatched, ...diagnostics];
  }

  async resolve(request: ResolveRequest = {}, { model, view, ...options }: WorkspaceResolveOptions = {}): Promise<Resolution> {
    await this.#prepare(request);
    const { answer } = this.#plan.settings;
    const complete = this.#complete(request);
    if (view === "tool") {
      if (complete.tool === undefined) throw new PreceptError("TOOL_MISSING", {});
      return (await this.seeAs(complete.tool, complete, { model, ...options })).resolution;
    }
    if (complete.tool !== undefined) await checkTool(complete.tool, () => this.list(tenantOf(complete)));
    const budget = joinBudgets([answer.budget, "options"], [options.budget, "request"]);
    const tokens = options.tokens ?? (await this.tokenCounter({ model }));
    const toolLimits = options.toolLimits ?? (complete.tool === undefined ? [] : findToolLimits(complete.tool));
    const incomplete = this.#configDiagnostics.filter((diagnostic) => diagnostic.incomplete === true);
    const diagnostics = [
      ...(options.diagnostics ?? []),
      ...(options.tokens === undefined ? reportUnknownModel(model) : []),
      ...incomplete,
    ];
    return this.#use((rulebook) =>
      rulebook.resolve(complete, { ...answer, ...withoutUndefined(options), budget, tokens, toolLimits, diagnostics }),
    );
  }

  async seeAs(tool: string, request: ResolveRequest = {}, options: WorkspaceResolveOptions = {}): Promise<ToolView> {
    const dialect = dialectNamed(tool);
    const complete = this.#complete(request);
    const rules = await this.list(tenantOf(complete));
    const tokens = options.tokens ?? (await this.tokenCounter(options));
    // Loaded on demand, because most processes need no view.
    const { seeAsTool } = await import("./tool-view/see-as-tool.ts");
    const { references } = this.#generation;
    return seeAsTool(dialect, complete, { plan: this.#plan, references, rules, options: { ...options, tokens } });
  }

  async tokenCounter({ model }: { readonly model?: string | undefined } = {}): Promise<TokenCounter> {
    const { answer, tokens } = this.#plan.settings;
    return answer.tokens ?? this.#openCounter({ counter: tokens.counter, model: model ?? tokens.model });
  }

  async list(filter?: RuleFilter): Promise<readonly Rule[]> {
    return this.#useAll((rulebook) => rulebook.list(filter));
  }

  async listAll(filter?: RuleFilter): Promise<readonly Rule[]> {
    return this.#useAll((rulebook) => rulebook.listAll(filter));
  }

  async search(query: SearchQuery, options?: RuleSearchRequestOptions): Promise<SearchResult> {
    return this.#useAll((rulebook) => rulebook.search(query, options));
  }

  async get(nameOrId: string, options?: TenantOptions): Promise<Rule> {
    return this.#useAll((rulebook) => rulebook.get(nameOrId, options));
  }

  stores(options?: TenantOptions): readonly StoreReport[] {
    return this.#generation.rulebook.stores(options);
  }

  metrics(): CacheMetrics {
    return this.#generation.rulebook.metrics();
  }

  async withStores<Result>(tenant: Tenant, work: (stores: readonly RuleStore[]) => Promise<Result>): Promise<Result> {
    await this.#searchAll();
    const used = this.#generation;
    try {
      return await this.#use((rulebook) => rulebook.withStores(tenant, work));
    } finally {
      // If a store cannot be read, its state says so.
      if (this.#generation !== used) await this.#rereadOpened(tenant, used).catch(() => undefined);
    }
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    return this.#use((rulebook) => rulebook.diagnostics());
  }

  async reload(options: Cancellable = {}): Promise<void> {
    await this.refresh(options);
  }

  on<Name extends RulebookEvent>(
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    options: TenantOptions = {},
  ): () => void {
    return this.#subscriptions.add(this.#generation.rulebook, name, listener, options);
  }

  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void, options?: TenantOptions): () => void {
    return this.on("rulesChanged", listener, options);
  }

  /** Watches the project for new rule directories. The next refresh searches it completely. */
  watch(): void {
    // If the new configuration cannot be applied, the diagnostics say so.
    this.#finder.watch(() => this.refresh().catch(() => undefined));
  }

  /**
   * Reads the configuration, searches for rule directories and, with `reload`, reads the stores again. Refreshes run
   * one after the other, so that an earlier result never replaces a later one.
   */
  async refresh(reload?: Cancellable): Promise<void> {
    const turn = this.#turns.then(() => this.#refreshNow(reload));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.feed.close();
    await this.#finder.close();
    await this.#turns;
    this.#subscriptions.clear();
    await this.#generation.rulebook[Symbol.asyncDispose]();
    await Promise.all([...this.#ending, this.#generation.end()]);
  }

  get #configDiagnostics(): readonly Diagnostic[] {
    return [...this.#plan.diagnostics, ...(this.#failure === undefined ? [] : [this.#failure])];
  }

  /** Calls the current rulebook, which stays open until the call has returned. */
  async #use<Result>(call: (rulebook: Rulebook) => Promise<Result>): Promise<Result> {
    const { rulebook, calls } = this.#generation;
    const answer = call(rulebook);
    calls.add(answer);
    try {
      return await answer;
    } finally {
      calls.delete(answer);
    }
  }

  /** Calls the current rulebook after all directories were searched. */
  async #useAll<Result>(call: (rulebook: Rulebook) => Promise<Result>): Promise<Result> {
    await this.#searchAll();
    return this.#use(call);
  }

  #complete(request: ResolveRequest): ResolveRequest {
    const { user, tool, project } = this.#plan.settings;
    return {
      ...request,
      ...(!("user" in request) && user !== undefined && { user }),
      ...(request.tool === undefined && tool !== undefined && { tool }),
      ...(!("project" in request) && project !== undefined && { project }),
    };
  }

  /** Searches the directories that a request needs and that were not searched. */
  async #prepare(request: ResolveRequest): Promise<void> {
    const { root } = this.#plan;
    const searchedFor = this.#options.searchFor && governingDirectories(root, this.#options.searchFor);
    const wasSearched = (dir: string): boolean => searchedFor?.has(dir) === true || this.#plan.isSearched(dir);
    const governing = this.#plan.isComplete ? undefined : governingDirectories(root, request);
    if (governing !== undefined && [...governing].every(wasSearched)) return;
    await this.#searchAll();
    const { notices, isSearched } = this.#plan;
    if (notices.length === 0) return;
    const unsearched = [...requestDirectories(root, request)].filter((dir) => !this.#included.has(dir) && !isSearched(dir));
    if (unsearched.length === 0) return;
    for (const dir of unsearched) this.#included.add(dir);
    for (const dir of this.#included) {
      if (this.#included.size <= maxIncluded) break;
      this.#included.delete(dir);
    }
    await this.refresh();
  }

  async #searchAll(): Promise<void> {
    if (!this.#plan.isComplete) await this.refresh();
  }

  async #refreshNow(reload: Cancellable | undefined): Promise<void> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    reload?.signal?.throwIfAborted();
    const diagnostics = this.allDiagnostics;
    const { config } = this.#plan;
    this.feed.hold();
    try {
      if (reload !== undefined) this.#finder.forget();
      const search = { finder: this.#finder, include: [...this.#included] };
      const planned = await planSettings(this.#plan, this.#options, config);
      await this.#apply(await planAt(this.#plan, this.#options, planned, search));
      if (reload !== undefined) await this.#use((rulebook) => rulebook.reload(reload));
    } finally {
      const hasNewDiagnostics = !isDeepStrictEqual(diagnostics, this.allDiagnostics);
      this.feed.release(hasNewDiagnostics, isDeepStrictEqual(config, this.#plan.config) ? undefined : this.#plan.config);
    }
  }

  /** Puts a plan into effect, and publishes the differences of the rules. */
  async #apply(plan: WorkspacePlan): Promise<void> {
    const before = this.#generation;
    try {
      const next = before.serves(plan) ? before : await Generation.open(plan, this.#options, before);
      const differences = next === before ? [] : await this.#compareWith(next);
      this.#plan = plan;
      this.#failure = undefined;
      if (next === before) return;
      this.#generation = next;
      this.#subscriptions.moveTo(next.rulebook);
      for (const one of differences) this.#subscriptions.publish({ ...one, diagnostics: diagnosticsOf(next, one.store) });
      this.#end(before, next);
    } catch (error) {
      const hint = PreceptError.is(error) ? error.hint : undefined;
      this.#failure = report("config/not-applied", {}, `The previous state stays in use: ${messageOf(error)}`, hint);
      throw error;
    }
  }

  /** Closes the previous generation in the background. Its errors are ignored: its rules are no longer in use. */
  #end(before: Generation, next: Generation): void {
    const ending: Promise<void> = before
      .end(next)
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Reads stores again that were opened for a new generation while work wrote to those of the previous one. */
  async #rereadOpened(tenant: Tenant, previous: Generation): Promise<void> {
    await this.#use((rulebook) =>
      rulebook.withStores(tenant, async (stores) => {
        const opened = stores.filter((store) => !previous.stores.includes(store));
        await Promise.all(opened.map((store) => store.reload()));
      }),
    );
  }

  async #compareWith(next: Generation): Promise<readonly RulesDifference[]> {
    const { tenants } = this.#subscriptions;
    const differences = new Map<string, RulesDifference>();
    for (const filter of [{}, ...new Map(tenants.map((tenant) => [tenantKey(tenant), { tenant }])).values()]) {
      // The old rules are listed first, so that a change in between is published twice at worst and never lost.
      const before = await this.#generation.rulebook.list(filter);
      // Several tenants see the rules of one owner.
      for (const difference of diffRules(before, await next.rulebook.list(filter))) {
        differences.set(JSON.stringify([difference.store, tenantKey(difference.owner)]), difference);
      }
    }
    return [...differences.values()];
  }
}

/** The filter for the rules that are visible to the tenant of a request. */
function tenantOf({ project, user }: ResolveRequest): RuleFilter {
  return { tenant: { projectId: project, userId: user } };
}

function diagnosticsOf({ stores }: Generation, id: string): readonly Diagnostic[] {
  return stores.find((store) => store.id === id)?.diagnostics() ?? [];
}
