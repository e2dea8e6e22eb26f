import { pushAll } from "../model/lists.ts";
import { expandReferences, hasReferences } from "../expand/expand-references.ts";
import { passesFilter, type RuleFilter } from "../ports/rule-filter.ts";
import { extractReferences } from "../match/extract-references.ts";
import { prepareGlobs } from "../glob/extended/load.ts";
import { findRequested } from "../match/find-requested.ts";
import { matchRules, type MatchContext } from "../match/match.ts";
import type { RuleLookup } from "../match/rule-lookup.ts";
import { compareByName, comparePrecedence } from "../model/precedence.ts";
import { type Diagnostic, selectIncomplete } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { StoreReport } from "../model/store-state.ts";
import { withoutUndefined } from "../model/json.ts";
import { normalisePath } from "../glob/path.ts";
import { isVisibleTo, type Tenant } from "../model/tenant.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { SearchQuery, SearchResult } from "../ports/rule-search.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { resolveMatches, type ResolveOptions } from "../resolve/resolve.ts";
import { buildTrace } from "../trace/trace.ts";
import type { FoundRelevance } from "./find-relevant.ts";
import { MeaningDeadline } from "./meaning-deadline.ts";
import { EventChannel, type RulebookEvent, type RulebookEvents } from "./events.ts";
import { nearestNames } from "../text/nearest-names.ts";
import { PreceptError } from "../model/error.ts";
import type {
  RelevanceOptions,
  RulebookOptions,
  RulebookResolveOptions,
  RuleSearchRequestOptions,
  TenantOptions,
} from "./options.ts";
import type { SearchVisibleOptions } from "./search-visible.ts";
import type { CacheMetrics } from "../mirror/metrics.ts";
import { diagnoseStore } from "../mirror/store-report.ts";
import { TenantRules, type VisibleRules } from "./tenant-rules.ts";
import { UnreadRules } from "./unread-rules.ts";

export interface ReloadOptions extends Cancellable {
  /** Stores that do not read their rules again, such as those that were just opened. Default: none. */
  readonly except?: ReadonlySet<RuleStore>;
}

/**
 * Resolves requests with the rules of stores.
 *
 * A request and a call are answered for a tenant: a project and a user. The answer, and everything that comes with it,
 * depends only on rules that are visible to the tenant: of its project or no project, and of its user or no user.
 */
export interface Rulebook extends AsyncDisposable {
  /**
   * Resolves which rules apply to a request, in what order and why. The result is consistent: changes during the call
   * do not affect it. The tenant is the project and the user of the request.
   *
   * @param options overrides the options of the rulebook.
   */
  resolve(request?: ResolveRequest, options?: RulebookResolveOptions): Promise<Resolution>;
  /** Lists the rules that pass a filter, by name, then precedence. It can name the tenant, or its project and user. */
  list(filter?: RuleFilter): Promise<readonly Rule[]>;
  /**
   * Searches the active rules that are visible to a tenant, by words, by meaning, or by both.
   *
   * @param query its filter names the tenant as in `list`. `status` defaults to `active`.
   * @throws PreceptError `SEARCH_MODE_UNAVAILABLE` if `dense` is requested without an embedder.
   */
  search(query: SearchQuery, options?: RuleSearchRequestOptions): Promise<SearchResult>;
  /** Lists the rules of all tenants that pass a filter, like `list`. Reads the stores. For the owner of the machine. */
  listAll(filter?: RuleFilter): Promise<readonly Rule[]>;
  /** Returns a rule by id, or by name with the highest precedence. Throws `RULE_NOT_FOUND`, with similar names. */
  get(nameOrId: string, options?: TenantOptions): Promise<Rule>;
  /**
   * Finds the rules with an id, else those with a name, else those at a path, by precedence. Unlike `list`, it takes as
   * long with many rules as with few.
   *
   * @param options `scope`: only rules of this scope. Default: all.
   */
  find(reference: string, options?: TenantOptions & Pick<RuleFilter, "scope">): Promise<readonly Rule[]>;
  /**
   * Waits until answers for a tenant include everything up to a position: the `etag` of a store after a write, which
   * another process may have made. Waits as long as for a slow store, see `RetryOptions`.
   *
   * @throws PreceptError `STORE_CAPABILITY_MISSING` if no store has positions that processes share, `POSITION_UNKNOWN` if
   *   none knows this one, `POSITION_NOT_REACHED` if it takes too long.
   */
  reachPosition(position: string, options?: TenantOptions & Cancellable): Promise<void>;
  /** The problems of rule files, and of stores that could not be read. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /** The stores whose rules are missing from answers, or may be out of date in them. Default: for all tenants. */
  stores(options?: TenantOptions): readonly StoreReport[];
  /** How many calls were answered from memory, and what the stores were asked for, since the rulebook was created. */
  metrics(): CacheMetrics;
  /**
   * Runs work with the open stores of the rules that are visible to a tenant: the same instances that answers are read
   * from, so that later answers include what the work writes. They stay open until the work ends.
   *
   * @param work also sees shared stores, which hold rules of other tenants. It must pass the tenant to reads.
   */
  withStores<Result>(tenant: Tenant, work: (stores: readonly RuleStore[]) => Promise<Result>): Promise<Result>;
  /** Makes stores read their rules again. */
  reload(options?: ReloadOptions): Promise<void>;
  /** Adds a listener, with a tenant only for events of its requests and rules. Returns a function that removes it. */
  on<Name extends RulebookEvent>(
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    options?: TenantOptions,
  ): () => void;
  /** Adds a listener for changes of rules: short for `on("rulesChanged", …)`. */
  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void, options?: TenantOptions): () => void;
}

/**
 * Creates a rulebook over stores. It reads the rules of a tenant on the first call for it.
 *
 * @example
 * ```ts
 * import { createMemoryStore, createRule, createRulebook } from "@precept/core";
 *
 * const rules = [createRule({ id: "style", name: "style", content: "Use named exports." })];
 * await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
 * const { prompt, applied, skipped } = await rulebook.resolve({ prompt: "fix the cart", files: ["src/cart.tsx"] });
 * ```
 */
export function createRulebook(options: RulebookOptions): Rulebook {
  return new OpenRulebook(options);
}

class OpenRulebook implements Rulebook {
  readonly #options: RulebookOptions;
  /** The options of each request, apart from the others, which it does not need. */
  readonly #resolveOptions: ResolveOptions;
  readonly #events: EventChannel;
  readonly #rules: TenantRules;
  readonly #unread: UnreadRules;
  readonly #tenant: Tenant;
  #requests = 0;
  readonly #counting = new Set<Promise<void>>();
  readonly #meaningDeadline: MeaningDeadline;
  #isPinned = false;
  #closed = false;

  constructor(options: RulebookOptions) {
    const ids = options.stores.map((store) => store.id);
    const twice = ids.find((id, position) => ids.indexOf(id) !== position);
    if (twice !== undefined) throw new PreceptError("STORE_ID_TAKEN", { store: twice });
    this.#options = options;
    this.#meaningDeadline = new MeaningDeadline(options.timers);
    const { budget, order, format, debug, tokens, toolLimits, requestBy } = options;
    this.#resolveOptions = withoutUndefined({ budget, order, format, debug, tokens, toolLimits, requestBy });
    this.#tenant = options.tenant ?? {};
    this.#unread = new UnreadRules(options);
    this.#events = new EventChannel(options.onListenerError ?? (() => undefined));
    this.#rules = new TenantRules({
      ...options,
      changed: (store, owner, change) => {
        this.#events.emit("rulesChanged", () => ({ ...change, owner, store: store.id, diagnostics: store.diagnostics() }));
      },
      storeChanged: (store, state) => this.#publishState(store, state),
    });
    // The first request reports the error.
    for (const tenant of options.warmUp ?? []) this.#load(tenant).catch(() => undefined);
  }

  async resolve(
    request: ResolveRequest = {},
    {
      signal,
      diagnostics = [],
      relevance = this.#options.relevance ?? {},
      countUse = this.#options.countUse ?? true,
      agentContext = [],
      ...overrides
    }: RulebookResolveOptions = {},
  ): Promise<Resolution> {
    const tenant = { projectId: request.project, userId: request.user };
    await prepareGlobs(request.include ?? []);
    const visible = await this.#load(tenant, signal);
    const { index, parts } = visible;
    const identified = this.#identify(request);
    const found = await this.#findRelevant(request, relevance, { tenant, index, parts, signal });
    const context = { ...this.#contextOf(identified, index), agentContext };
    const outcome = matchRules(index, identified, found === undefined ? context : { ...context, ...found });
    // Collected together with the rules, since a store can change while file references are read.
    const { stores } = visible;
    const incomplete = this.#diagnostics(visible, selectIncomplete);
    const { references } = this.#options;
    const referring = outcome.matches.map((match) => match.rule).filter(hasReferences);
    const served = new Set([...outcome.matches.map(({ rule }) => rule.content), ...agentContext.map(({ content }) => content)]);
    const expanded =
      references === undefined || referring.length === 0
        ? undefined
        : await expandReferences(referring, references, { signal, served });
    const resolution = resolveMatches(
      outcome,
      identified,
      { ...this.#resolveOptions, ...overrides },
      {
        texts: expanded?.texts ?? new Map(),
        diagnostics: [
          ...reportUnknown(outcome.unknown, index),
          ...(found?.diagnostics ?? []),
          ...(expanded?.diagnostics ?? []),
          ...diagnostics,
          ...incomplete,
        ],
        stores,
      },
    );
    if (countUse) this.#countUse(resolution, request);
    const { session } = request;
    this.#events.emit("rulesApplied", () => ({ resolution, tenant, ...(session !== undefined && { session }) }));
    this.#events.emit("ruleDebug", () => ({ trace: buildTrace(resolution), tenant }));
    return resolution;
  }

  async list(filter: RuleFilter = {}): Promise<readonly Rule[]> {
    const tenant = this.#tenantOf(filter);
    const { index } = await this.#load(tenant);
    const replacements = index.replacements(tenant);
    return (filter.name === undefined ? index.lists.flat() : index.named(filter.name))
      .filter((rule) => passesFilter(rule, filter, replacements.get(rule)?.kind === "superseded"))
      .toSorted(compareByName);
  }

  async search(query: SearchQuery, { signal, session }: RuleSearchRequestOptions = {}): Promise<SearchResult> {
    const tenant = this.#tenantOf(query.filter);
    const filter = { status: ["active"] as const, ...query.filter };
    this.#assertOpen();
    const unread = await this.#unread.searchedRules(tenant, signal);
    const { searchVisible, searchWithoutReading } = await import("./search-visible.ts");
    if (unread !== undefined) return searchWithoutReading({ ...query, filter }, unread, { tenant, signal, session });
    const { index, parts } = await this.#load(tenant, signal);
    return searchVisible({ ...query, filter }, { tenant, index, parts, ...this.#searching, signal, session });
  }

  async listAll(filter: RuleFilter = {}): Promise<readonly Rule[]> {
    this.#assertOpen();
    const { stores, storesFor = () => [], ownersWithStores = async () => [] } = this.#options;
    const opened = (await ownersWithStores()).flatMap(storesFor);
    try {
      const lists = await Promise.all([...stores, ...opened].map((store) => listRules(store, filter)));
      return lists.flat().toSorted(compareByName);
    } finally {
      await Promise.all(opened.map((store) => store[Symbol.asyncDispose]()));
    }
  }

  async get(nameOrId: string, { tenant = this.#tenant }: TenantOptions = {}): Promise<Rule> {
    await prepareGlobs([nameOrId]);
    const { index } = await this.#load(tenant);
    const [rule] = findRequested(index, nameOrId).toSorted(comparePrecedence);
    if (rule !== undefined) return rule;
    throw new PreceptError("RULE_NOT_FOUND", { name: nameOrId, known: nearestNames(nameOrId, namesOf(index)) });
  }

  async find(
    reference: string,
    { tenant = this.#tenant, scope }: TenantOptions & Pick<RuleFilter, "scope"> = {},
  ): Promise<readonly Rule[]> {
    const { index } = await this.#load(tenant);
    const lists = [index.withId(reference), index.named(reference), index.atPath(normalisePath(reference))];
    const inScope = lists.map((rules) => rules.filter((rule) => scope === undefined || rule.scope === scope));
    return (inScope.find((rules) => rules.length > 0) ?? []).toSorted(comparePrecedence);
  }

  async reachPosition(position: string, { tenant = this.#tenant, signal }: TenantOptions & Cancellable = {}): Promise<void> {
    this.#assertOpen();
    signal?.throwIfAborted();
    await this.#rules.reach(tenant, position, signal);
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    this.#assertOpen();
    return this.#unread.diagnostics ?? this.#diagnostics(await this.#load(this.#tenant));
  }

  stores({ tenant }: TenantOptions = {}): readonly StoreReport[] {
    return tenant === undefined ? this.#rules.stores : this.#rules.storesOf(tenant);
  }

  metrics(): CacheMetrics {
    return this.#rules.metrics();
  }

  async withStores<Result>(tenant: Tenant, work: (stores: readonly RuleStore[]) => Promise<Result>): Promise<Result> {
    this.#assertOpen();
    const unpin = this.#rules.pin(tenant);
    try {
      const { parts } = await this.#load(tenant);
      return await work([...new Set(parts.flatMap(({ rules }) => rules.map(({ store }) => store)))]);
    } finally {
      unpin();
    }
  }

  async reload({ except, ...options }: ReloadOptions = {}): Promise<void> {
    await this.#load(this.#tenant, options.signal);
    const stores = [...this.#rules.openStores].filter((store) => except?.has(store) !== true);
    const reloads = await Promise.allSettled(stores.map((store) => store.reload(options)));
    await this.#rules.update();
    for (const reload of reloads) if (reload.status === "rejected") throw reload.reason;
  }

  on<Name extends RulebookEvent>(
    name: Name,
    listener: (event: RulebookEvents[Name]) => void,
    { tenant }: TenantOptions = {},
  ): () => void {
    if (tenant === undefined) return this.#events.on(name, listener);
    // Only rules that are held are followed.
    const unpin = this.#rules.pin(tenant);
    void this.#rules.visibleTo(tenant).catch(() => undefined);
    const remove = this.#events.on(name, (event) => {
      if (concerns(event, tenant)) return listener(event);
    });
    return () => {
      remove();
      unpin();
    };
  }

  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void, options?: TenantOptions): () => void {
    return this.on("rulesChanged", listener, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#events.clear();
    await Promise.all([...this.#counting, this.#rules.close()]);
  }

  async #findRelevant(
    request: ResolveRequest,
    relevance: RelevanceOptions,
    visible: Omit<SearchVisibleOptions, "embedder" | "meaning">,
  ): Promise<FoundRelevance | undefined> {
    if ((request.prompt ?? "").trim() === "" || !hasSearchedRules(visible.index)) return undefined;
    // Loaded now, because most processes have no such rules.
    const { findRelevant } = await import("./find-relevant.ts");
    return findRelevant(request, relevance, { ...visible, ...this.#searching }, this.#meaningDeadline);
  }

  get #searching(): Pick<SearchVisibleOptions, "embedder" | "meaning"> {
    const { embedder, meaning } = this.#options;
    return { embedder, meaning: embedder === undefined ? undefined : meaning };
  }

  #tenantOf({ tenant, projectId = this.#tenant.projectId, userId = this.#tenant.userId }: RuleFilter = {}): Tenant {
    return tenant ?? { projectId, userId };
  }

  /** Counts the applied rules in the background, since the answer does not depend on it. */
  #countUse({ applied, timestamp: at }: Resolution, { session, tool }: ResolveRequest): void {
    if (at === undefined) return;
    const { onUseError = () => undefined, stores } = this.#options;
    for (const store of stores) {
      const ids = applied.filter(({ rule }) => rule.origin.store === store.id).map(({ rule }) => rule.id);
      if (ids.length === 0 || !store.capabilities.usage) continue;
      const counted: Promise<void> = store
        .recordUse({ ids, at, session, tool })
        .catch(onUseError)
        .finally(() => this.#counting.delete(counted));
      this.#counting.add(counted);
    }
  }

  #identify(request: ResolveRequest): ResolveRequest & { readonly id: string } {
    const { newRequestId, now } = this.#options;
    this.#requests += 1;
    const id = request.id ?? newRequestId?.() ?? String(this.#requests);
    const timestamp = request.timestamp ?? now?.();
    return { ...request, id, ...(timestamp !== undefined && { timestamp }) };
  }

  /** The diagnostics of each store, its state first. */
  #diagnostics(
    { parts, stores: reports }: VisibleRules,
    select: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[] = (diagnostics) => diagnostics,
  ): readonly Diagnostic[] {
    const stores = new Set<RuleStore>();
    for (const { rules } of parts) for (const { store } of rules) stores.add(store);
    const found: Diagnostic[] = [];
    for (const store of stores) {
      const state = reports.find((one) => one.store === store.id);
      if (state !== undefined) pushAll(found, select([diagnoseStore(state)]));
      pushAll(found, select(store.diagnostics()));
    }
    return found;
  }

  #publishState(store: RuleStore, state: StoreReport | undefined): void {
    if (state !== undefined) {
      this.#events.emit("rulesFailed", () => ({ ...state, diagnostic: diagnoseStore(state) }));
    }
    const status = state?.status ?? "ready";
    this.#events.emit("storeChanged", () => ({ store: store.id, status, diagnostics: store.diagnostics() }));
  }

  #contextOf(request: ResolveRequest, index: RuleLookup): MatchContext {
    const { root } = this.#options;
    const isRule = (reference: string) => index.named(reference).length > 0 || index.atPath(reference).length > 0;
    const conversation = [...(request.messages ?? []), ...(request.prompt === undefined ? [] : [{ content: request.prompt }])];
    const { files, rules } = extractReferences(conversation, isRule);
    return { files, references: rules, ...(root !== undefined && { root }) };
  }

  async #load(tenant: Tenant, signal?: Cancellable["signal"]): Promise<VisibleRules> {
    this.#assertOpen();
    signal?.throwIfAborted();
    this.#unread.end();
    // Not before the first call, since a subscription can open a file.
    if (!this.#isPinned) this.#rules.pin(this.#tenant);
    this.#isPinned = true;
    const visible = await this.#rules.visibleTo(tenant, signal);
    this.#assertOpen();
    return visible;
  }

  #assertOpen(): void {
    if (this.#closed) throw new PreceptError("RULEBOOK_CLOSED", {});
  }
}

function hasSearchedRules({ relevant }: RuleLookup): boolean {
  for (const { authority } of relevant) if (authority === "default") return true;
  return false;
}

async function listRules(store: RuleStore, filter: RuleFilter): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for await (const { rule } of store.list({ filter })) rules.push(rule);
  return rules;
}

function reportUnknown(unknown: readonly string[], index: RuleLookup): Diagnostic[] {
  return unknown.map((reference) => {
    const similar = nearestNames(reference, namesOf(index));
    const hint = similar.length === 0 ? undefined : `Did you mean ${similar.map((name) => `"${name}"`).join(" or ")}?`;
    return report("request/unknown-rule", {}, `Unknown rule "${reference}".`, hint);
  });
}

function namesOf(index: RuleLookup): readonly string[] {
  // Names of rules that only a session has are no suggestions for others.
  return index.lists.flatMap((rules) => rules.flatMap(({ name, origin }) => (origin.session === undefined ? [name] : [])));
}

function concerns(event: RulebookEvents[RulebookEvent], tenant: Tenant): boolean {
  if ("owner" in event) return isVisibleTo(event.owner, tenant);
  return !("tenant" in event) || (event.tenant.projectId === tenant.projectId && event.tenant.userId === tenant.userId);
}
