import { isDeepStrictEqual } from "node:util";
import { PreceptError, type Cancellable, type Diagnostic, type ResolveRequest } from "@precept/core";
import { reportWatchFailure } from "@precept/files";
import type { RootFinder } from "@precept/store-fs";
import { reportNotApplied } from "./failure.ts";
import { WorkspaceFeed } from "./feed.ts";
import { Generation } from "./generation.ts";
import { LiveRulebook, tenantOf } from "./live-rulebook.ts";
import type { WorkspaceOptions, WorkspaceResolveOptions } from "./options.ts";
import { planAt, type WorkspacePlan } from "./plan.ts";
import { planSettings } from "./plan-settings.ts";
import { governingDirectories, requestDirectories } from "./request-directories.ts";
import type { ToolView } from "./tool-view/tool-view.ts";

/** The maximum number of directories from requests that every search includes. */
const maxIncluded = 10_000;

/** The current state of a workspace, and its transitions. */
export class WorkspaceState {
  readonly rulebook: LiveRulebook;
  readonly feed: WorkspaceFeed;
  readonly #options: WorkspaceOptions;
  readonly #ending = new Set<Promise<void>>();
  #plan: WorkspacePlan;
  /** Why the latest plan could not be applied. The previous state stays in use. */
  #failure: Diagnostic | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #finder: RootFinder;
  /** Directories of files in requests, relative to the project, that are beyond the limits of the search. */
  readonly #included = new Set<string>();

  /** @param finder the finder that searched for the plan. */
  constructor(plan: WorkspacePlan, generation: Generation, options: WorkspaceOptions, finder: RootFinder) {
    const { onListenerError = () => undefined } = options;
    this.#plan = plan;
    this.#options = options;
    this.#finder = finder;
    this.feed = new WorkspaceFeed(() => this.diagnostics, onListenerError);
    this.rulebook = new LiveRulebook(generation, {
      settings: () => this.#plan.settings,
      diagnostics: () => this.#configDiagnostics,
      reload: (reload) => this.refresh(reload),
      prepare: (request) => this.#prepare(request),
      searchAll: () => this.#searchAll(),
      seeAs: (tool, request, given) => this.seeAs(tool, request, given),
      onListenerError,
    });
    this.rulebook.subscribe((change) => this.feed.add(change));
    this.rulebook.on("storeChanged", () => this.feed.addDiagnostics());
  }

  get plan(): WorkspacePlan {
    return this.#plan;
  }

  /** The diagnostics of the configuration, the stores and the documents. */
  get diagnostics(): readonly Diagnostic[] {
    const { diagnostics } = this.rulebook.generation;
    const unwatched = reportWatchFailure(this.#finder.failure).filter(({ code }) =>
      diagnostics.every((one) => one.code !== code),
    );
    return [...this.#configDiagnostics, ...unwatched, ...diagnostics];
  }

  get #configDiagnostics(): readonly Diagnostic[] {
    return [...this.#plan.diagnostics, ...(this.#failure === undefined ? [] : [this.#failure])];
  }

  /** Watches the project for new rule directories. The next refresh searches it completely. */
  watch(): void {
    // If the new configuration cannot be applied, the diagnostics say so.
    this.#finder.watch(() => this.refresh().catch(() => undefined));
  }

  /**
   * Reads the configuration and searches for rule directories again. Refreshes run one after the other, so that an earlier result never replaces a later
   * one.
   *
   * @param reload also reloads the stores.
   */
  async refresh(reload?: Cancellable): Promise<void> {
    const turn = this.#turns.then(() => this.#refreshNow(reload));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** See `Workspace.seeAs`. */
  async seeAs(tool: string, request: ResolveRequest, options: WorkspaceResolveOptions): Promise<ToolView> {
    const { requireTool } = await import("./tool-view/find-tool.ts");
    const dialect = requireTool(tool);
    const complete = this.rulebook.complete(request);
    const rules = await this.rulebook.list(tenantOf(complete));
    const tokens = options.tokens ?? (await this.rulebook.tokenCounter(options.model));
    // Loaded on demand, because most processes need no view.
    const { seeAsTool } = await import("./tool-view/see-as-tool.ts");
    const { references } = this.rulebook.generation;
    return seeAsTool(dialect, complete, { plan: this.#plan, references, rules, options: { ...options, tokens } });
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    this.feed.close();
    await this.#finder.close();
    await this.#turns;
    await this.rulebook[Symbol.asyncDispose]();
    await Promise.all([...this.#ending, this.rulebook.generation.end()]);
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

  /** Searches all directories, unless they were searched. */
  async #searchAll(): Promise<void> {
    if (!this.#plan.isComplete) await this.refresh();
  }

  async #refreshNow(reload: Cancellable | undefined): Promise<void> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    reload?.signal?.throwIfAborted();
    const { diagnostics } = this;
    const { config } = this.#plan;
    this.feed.hold();
    try {
      if (reload !== undefined) this.#finder.forget();
      const search = { finder: this.#finder, include: [...this.#included] };
      const planned = await planSettings(this.#plan, this.#options, config);
      await this.#apply(await planAt(this.#plan, this.#options, planned, search));
      if (reload !== undefined) await this.rulebook.generation.reload(reload);
    } finally {
      const hasNewDiagnostics = !isDeepStrictEqual(diagnostics, this.diagnostics);
      this.feed.release(hasNewDiagnostics, isDeepStrictEqual(config, this.#plan.config) ? undefined : this.#plan.config);
    }
  }

  /** Closes the previous generation in the background. Its errors are ignored, because its rules are no longer in use. */
  #end(before: Generation, next: Generation): void {
    const ending: Promise<void> = before
      .end(next)
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #apply(plan: WorkspacePlan): Promise<void> {
    const before = this.rulebook.generation;
    const adopt = (): void => {
      this.#plan = plan;
      this.#failure = undefined;
    };
    if (before.serves(plan)) return adopt();
    try {
      const next = await Generation.open(plan, this.#options, before);
      await this.rulebook.replace(next, adopt);
      this.#end(before, next);
    } catch (error) {
      this.#failure = reportNotApplied(error);
      throw error;
    }
  }
}
