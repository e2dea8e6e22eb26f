import {
  guardListener,
  isVisibleTo,
  PreceptError,
  tenantKey,
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
import { findToolLimits } from "@precept/mdc-compat";
import { diffRules, type RulesDifference } from "./difference.ts";
import type { Generation } from "./generation.ts";
import { joinBudgets } from "./join-budgets.ts";
import type { WorkspaceResolveOptions } from "./options.ts";
import type { Settings } from "./settings.ts";
import { checkTool } from "./tool-view/find-tool.ts";
import type { ToolView } from "./tool-view/tool-view.ts";
import { reportUnknownModel, WorkspaceTokenCounters } from "./token-counting.ts";

interface Subscription {
  readonly name: RulebookEvent;
  readonly listener: (event: never) => void;
  readonly options: TenantOptions;
  /** The functions that end it: in the current generation, and in the previous one, which may have pending requests. */
  ends: readonly (() => void)[];
}

export interface LiveRulebookOptions {
  readonly settings: () => Settings;
  /** Returns the diagnostics of the active configuration. */
  readonly diagnostics: () => readonly Diagnostic[];
  readonly reload: (options: Cancellable) => Promise<void>;
  /** Called before each request is resolved. Default: none. */
  readonly prepare?: (request: ResolveRequest) => Promise<void>;
  /** Searches the directories that were not searched for the requests so far. Default: all were. */
  readonly searchAll?: () => Promise<void>;
  /** Returns what a tool itself reads. */
  readonly seeAs: (tool: string, request: ResolveRequest, options: WorkspaceResolveOptions) => Promise<ToolView>;
  readonly onListenerError: (error: unknown) => void;
}

/** A rulebook that forwards to the current generation. It and its subscriptions stay valid when a generation is replaced. */
export class LiveRulebook implements Rulebook {
  readonly #options: LiveRulebookOptions;
  readonly #subscriptions = new Set<Subscription>();
  readonly #tokenCounters = new WorkspaceTokenCounters();
  #generation: Generation;

  constructor(generation: Generation, options: LiveRulebookOptions) {
    this.#generation = generation;
    this.#options = options;
  }

  get generation(): Generation {
    return this.#generation;
  }

  async resolve(request: ResolveRequest = {}, { model, view, ...options }: WorkspaceResolveOptions = {}): Promise<Resolution> {
    await this.#options.prepare?.(request);
    const { answer } = this.#options.settings();
    const complete = this.complete(request);
    if (view === "tool") {
      if (complete.tool === undefined) throw new PreceptError("TOOL_MISSING", {});
      return (await this.#options.seeAs(complete.tool, complete, { model, ...options })).resolution;
    }
    if (complete.tool !== undefined) await checkTool(complete.tool, () => this.list(tenantOf(complete)));
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const budget = joinBudgets([answer.budget, "options"], [options.budget, "request"]);
    const tokens = options.tokens ?? (await this.tokenCounter(model));
    const toolLimits = options.toolLimits ?? (complete.tool === undefined ? [] : findToolLimits(complete.tool));
    const incomplete = this.#options.diagnostics().filter((diagnostic) => diagnostic.incomplete === true);
    const diagnostics = [
      ...(options.diagnostics ?? []),
      ...(options.tokens === undefined ? reportUnknownModel(model) : []),
      ...incomplete,
    ];
    return this.#generation.use((rulebook) =>
      rulebook.resolve(complete, { ...answer, ...given, budget, tokens, toolLimits, diagnostics }),
    );
  }

  /** Adds the defaults of the settings to a request. */
  complete(request: ResolveRequest): ResolveRequest {
    const { user, tool, project } = this.#options.settings();
    return {
      ...request,
      ...(!("user" in request) && user !== undefined && { user }),
      ...(request.tool === undefined && tool !== undefined && { tool }),
      ...(!("project" in request) && project !== undefined && { project }),
    };
  }

  /** See `Workspace.tokenCounter`. */
  async tokenCounter(model?: string): Promise<TokenCounter> {
    return this.#tokenCounters.counterFor(this.#options.settings(), model);
  }

  async list(filter?: RuleFilter): Promise<readonly Rule[]> {
    await this.#options.searchAll?.();
    return this.#generation.use((rulebook) => rulebook.list(filter));
  }

  async listAll(filter?: RuleFilter): Promise<readonly Rule[]> {
    await this.#options.searchAll?.();
    return this.#generation.use((rulebook) => rulebook.listAll(filter));
  }

  async search(query: SearchQuery, options?: RuleSearchRequestOptions): Promise<SearchResult> {
    await this.#options.searchAll?.();
    return this.#generation.use((rulebook) => rulebook.search(query, options));
  }

  async get(nameOrId: string, options?: TenantOptions): Promise<Rule> {
    await this.#options.searchAll?.();
    return this.#generation.use((rulebook) => rulebook.get(nameOrId, options));
  }

  stores(options?: TenantOptions): readonly StoreReport[] {
    return this.#generation.rulebook.stores(options);
  }

  metrics(): CacheMetrics {
    return this.#generation.rulebook.metrics();
  }

  async withStores<Result>(tenant: Tenant, work: (stores: readonly RuleStore[]) => Promise<Result>): Promise<Result> {
    await this.#options.searchAll?.();
    const used = this.#generation;
    try {
      return await used.use((rulebook) => rulebook.withStores(tenant, work));
    } finally {
      // If a store cannot be read, its state says so.
      if (this.#generation !== used) await this.#rereadOpened(tenant, used).catch(() => undefined);
    }
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    return this.#generation.use((rulebook) => rulebook.diagnostics());
  }

  async reload(options: Cancellable = {}): Promise<void> {
    await this.#options.reload(options);
  }

  on<Name extends RulebookEvent>(
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    options: TenantOptions = {},
  ): () => void {
    const guarded = guardListener(listener, this.#options.onListenerError);
    const ends = [this.#generation.rulebook.on(name, guarded, options)];
    const subscription: Subscription = { name, listener: guarded, options, ends };
    this.#subscriptions.add(subscription);
    return () => {
      for (const end of subscription.ends) end();
      this.#subscriptions.delete(subscription);
    };
  }

  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void, options?: TenantOptions): () => void {
    return this.on("rulesChanged", listener, options);
  }

  /**
   * Replaces the current generation, and publishes the differences.
   *
   * @param adopt called synchronously with the replacement.
   */
  async replace(next: Generation, adopt: () => void): Promise<void> {
    const differences = await this.#compareWith(next);
    this.#generation = next;
    adopt();
    for (const subscription of this.#subscriptions) resubscribe(subscription, next);
    for (const difference of differences) this.#publish({ ...difference, diagnostics: diagnosticsOf(next, difference.store) });
  }

  /** Reads stores again that were opened for another generation while work wrote to those of the previous one. */
  async #rereadOpened(tenant: Tenant, previous: Generation): Promise<void> {
    await this.#generation.use((rulebook) =>
      rulebook.withStores(tenant, async (stores) => {
        const opened = stores.filter((store) => !previous.stores.includes(store));
        await Promise.all(opened.map((store) => store.reload()));
      }),
    );
  }

  /** The differences for the default tenant and those of subscriptions. */
  async #compareWith(next: Generation): Promise<readonly RulesDifference[]> {
    const tenants = new Map<string, RuleFilter>([["", {}]]);
    for (const { options } of this.#subscriptions) {
      if (options.tenant !== undefined) tenants.set(tenantKey(options.tenant), { tenant: options.tenant });
    }
    const differences = new Map<string, RulesDifference>();
    for (const filter of tenants.values()) {
      // The old rules are listed first, so that a change in between is published twice at worst and never lost.
      const before = await this.#generation.rulebook.list(filter);
      // Several tenants see the rules of one owner.
      for (const difference of diffRules(before, await next.rulebook.list(filter))) {
        differences.set(JSON.stringify([difference.store, tenantKey(difference.owner)]), difference);
      }
    }
    return [...differences.values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscriptions.clear();
    await this.#generation.rulebook[Symbol.asyncDispose]();
  }

  #publish(event: RulebookEvents["rulesChanged"]): void {
    // Copied, because listeners may subscribe and unsubscribe while they are called.
    const subscriptions = [...this.#subscriptions].filter(
      ({ name, options: { tenant } }) => name === "rulesChanged" && (tenant === undefined || isVisibleTo(event.owner, tenant)),
    );
    for (const { listener } of subscriptions) {
      (listener as (event: RulebookEvents["rulesChanged"]) => void)(event);
    }
  }
}

/** The filter for the rules that are visible to the tenant of a request. */
export function tenantOf({ project, user }: ResolveRequest): RuleFilter {
  return { tenant: { projectId: project, userId: user } };
}

/** Moves a subscription to the next generation. Events of the previous generation's pending requests are still delivered; its rule changes are not. */
function resubscribe(subscription: Subscription, next: Generation): void {
  const { name, listener, options, ends } = subscription;
  const isRequestEvent = name === "rulesApplied" || name === "ruleDebug";
  if (!isRequestEvent) for (const end of ends) end();
  subscription.ends = [
    ...(isRequestEvent ? ends.slice(-1) : []),
    next.rulebook.on(name, listener as (event: unknown) => void, options),
  ];
}

function diagnosticsOf({ stores }: Generation, id: string): readonly Diagnostic[] {
  return stores.find((store) => store.id === id)?.diagnostics() ?? [];
}
