import { isDeepStrictEqual } from "node:util";
import { PreceptError, tenantKey, type Cancellable, type Diagnostic, type ResolveRequest, type Rulebook } from "@precept/core";
import { messageOf, monotonicTime, reportWatchFailure } from "@precept/files";
import type { RootFinder } from "@precept/store-fs";
import { report } from "./diagnostic-catalogue.ts";
import { diffRules, type RulesDifference } from "./difference.ts";
import { WorkspaceFeed } from "./feed.ts";
import { Generation } from "./generation.ts";
import type { WorkspaceOptions } from "./options.ts";
import { planSettings } from "./plan-settings.ts";
import { planAt, type WorkspacePlan } from "./plan.ts";
import { canNeedAll, governingDirectories, requestDirectories } from "./request-directories.ts";
import { Subscriptions } from "./subscriptions.ts";

/** The maximum number of directories from requests that every search includes. */
const maxIncluded = 10_000;

/** The minimum pause after all directories were compared, in multiples of the time that it took. */
const pauseFactor = 5;

/** The maximum of this pause, in milliseconds. */
const maxPause = 1000;

/** The current configuration, directories and stores. A change creates a generation; the old one ends its requests. */
export class CurrentState implements AsyncDisposable {
  readonly feed: WorkspaceFeed;
  readonly subscriptions: Subscriptions;
  readonly #options: WorkspaceOptions;
  readonly #finder: RootFinder;
  readonly #ending = new Set<Promise<void>>();
  /** Directories of files in requests, relative to the project, that are beyond the limits of the search. */
  readonly #included = new Set<string>();
  #plan: WorkspacePlan;
  #generation: Generation;
  /** Why the latest plan could not be applied. The previous state stays in use. */
  #failure: Diagnostic | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  /** The comparison of all directories that is running. */
  #comparing: Promise<void> | undefined;
  /** When all directories can be compared again. */
  #nextComparison = 0;
  #isClosed = false;

  constructor(plan: WorkspacePlan, generation: Generation, options: WorkspaceOptions, finder: RootFinder) {
    const { onListenerError = () => undefined } = options;
    this.#plan = plan;
    this.#generation = generation;
    this.#options = options;
    this.#finder = finder;
    this.subscriptions = new Subscriptions(onListenerError);
    this.feed = new WorkspaceFeed(() => this.diagnostics, onListenerError);
    this.subscriptions.add(generation.rulebook, "rulesChanged", (change) => this.feed.add(change), {});
    this.subscriptions.add(generation.rulebook, "storeChanged", () => this.feed.addDiagnostics(), {});
  }

  get plan(): WorkspacePlan {
    return this.#plan;
  }

  get generation(): Generation {
    return this.#generation;
  }

  get configDiagnostics(): readonly Diagnostic[] {
    return [...this.#plan.diagnostics, ...(this.#failure === undefined ? [] : [this.#failure])];
  }

  /** The diagnostics of the configuration, the stores and the documents. */
  get diagnostics(): readonly Diagnostic[] {
    const { diagnostics } = this.#generation;
    const unwatched = reportWatchFailure(this.#finder.failure).filter(({ code }) =>
      diagnostics.every((one) => one.code !== code),
    );
    return [...this.configDiagnostics, ...unwatched, ...diagnostics];
  }

  /** Calls the current rulebook, which stays open until the call has returned. */
  async use<Result>(call: (rulebook: Rulebook) => Promise<Result>): Promise<Result> {
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
  async useAll<Result>(call: (rulebook: Rulebook) => Promise<Result>): Promise<Result> {
    await this.#searchAll();
    return this.use(call);
  }

  /** Searches the directories that a request needs and that were not searched or are not watched. */
  async searchFor(request: ResolveRequest): Promise<void> {
    const { root } = this.#plan;
    if (this.#options.watch === true) await this.#findFor(request);
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
    else if (this.#options.watch === true) await this.#compareAll();
  }

  /** Looks for new rule directories that a request needs, in directories that were not watched. */
  async #findFor(request: ResolveRequest): Promise<void> {
    const { root } = this.#plan;
    const isWatched = this.#finder.watchRecent(requestDirectories(root, request));
    if (canNeedAll(request)) await this.#compareAll();
    else if (!isWatched) await this.refresh();
  }

  /** Looks for new rule directories everywhere, at most a sixth of the time: most directories are not watched. */
  async #compareAll(): Promise<void> {
    if (this.#comparing === undefined && monotonicTime() < this.#nextComparison) return;
    this.#comparing ??= this.#compareNow().finally(() => (this.#comparing = undefined));
    await this.#comparing;
  }

  async #compareNow(): Promise<void> {
    const start = monotonicTime();
    const hasChanged = await this.#finder.compareAll();
    // If the new configuration cannot be applied, the diagnostics say so.
    if (hasChanged) await this.refresh().catch(() => undefined);
    // With the refresh: for some seconds, a directory that was changed counts as changed at each comparison.
    const end = monotonicTime();
    this.#nextComparison = end + Math.min((end - start) * pauseFactor, maxPause);
  }

  /** Watches the project for new rule directories. The next refresh searches it completely. */
  watch(): void {
    // If the new configuration cannot be applied, the diagnostics say so.
    this.#finder.watch(() => this.refresh().catch(() => undefined));
  }

  /** Reads the configuration, finds directories and, with `reload`, reads stores. Refreshes run one after the other. */
  async refresh(reload?: Cancellable): Promise<void> {
    const turn = this.#turns.then(() => this.#refreshNow(reload));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #refreshNow(reload: Cancellable | undefined): Promise<void> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    reload?.signal?.throwIfAborted();
    const { diagnostics } = this;
    const { config } = this.#plan;
    const { stores } = this.#generation;
    this.feed.hold();
    try {
      if (reload !== undefined) this.#finder.forget();
      const search = { finder: this.#finder, include: [...this.#included] };
      const planned = await planSettings(this.#plan, this.#options, config);
      await this.#apply(await planAt(this.#plan, this.#options, planned, search));
      if (reload === undefined) return;
      // A store that was just opened has read its rules.
      const except = new Set(this.#generation.stores.filter((store) => !stores.includes(store)));
      await this.use((rulebook) => rulebook.reload({ ...reload, except }));
    } finally {
      const hasNewDiagnostics = !isDeepStrictEqual(diagnostics, this.diagnostics);
      this.feed.release(hasNewDiagnostics, isDeepStrictEqual(config, this.#plan.config) ? undefined : this.#plan.config);
    }
  }

  async #apply(plan: WorkspacePlan): Promise<void> {
    const before = this.#generation;
    try {
      const next = before.serves(plan) ? before : await Generation.open(plan, this.#options, before);
      const differences = next === before ? [] : await this.#compareWith(next);
      this.#plan = plan;
      this.#failure = undefined;
      if (next === before) return;
      this.#generation = next;
      this.subscriptions.moveTo(next.rulebook);
      for (const one of differences) {
        const diagnostics = next.stores.find(({ id }) => id === one.store)?.diagnostics() ?? [];
        this.subscriptions.publish({ ...one, diagnostics });
      }
      this.#end(before, next);
    } catch (error) {
      const hint = PreceptError.is(error) ? error.hint : undefined;
      this.#failure = report("config/not-applied", {}, `The previous state stays in use: ${messageOf(error)}`, hint);
      throw error;
    }
  }

  async #compareWith(next: Generation): Promise<readonly RulesDifference[]> {
    const { tenants } = this.subscriptions;
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

  /** Closes the previous generation in the background. Its errors are ignored: its rules are no longer in use. */
  #end(before: Generation, next: Generation): void {
    const ending: Promise<void> = before
      .end(next)
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.feed.close();
    await this.#finder.close();
    await this.#turns;
    this.subscriptions.clear();
    await this.#generation.rulebook[Symbol.asyncDispose]();
    await Promise.all([...this.#ending, this.#generation.end()]);
  }
}
