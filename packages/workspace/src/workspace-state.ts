import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { extractReferences, PreceptError, type Cancellable, type Diagnostic, type ResolveRequest } from "@precept/core";
import { pathInside, reportWatchFailure } from "@precept/files";
import type { RootFinder } from "@precept/store-fs";
import { reportUnused } from "./failure.ts";
import { WorkspaceFeed } from "./feed.ts";
import { Generation } from "./generation.ts";
import { LiveRulebook } from "./live-rulebook.ts";
import type { WorkspaceOptions } from "./options.ts";
import { planAt, type WorkspacePlan } from "./plan.ts";

/** How many directories that requests named are searched again with every search. */
const maxNamed = 10_000;

/** What a workspace is at the moment, and how it becomes something else. */
export class WorkspaceState {
  readonly rulebook: LiveRulebook;
  readonly feed: WorkspaceFeed;
  readonly #options: WorkspaceOptions;
  readonly #ending = new Set<Promise<void>>();
  #plan: WorkspacePlan;
  /** Why the latest plan could not be carried out; what was open before is in use. */
  #failure: Diagnostic | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #finder: RootFinder;
  /** Directories, relative to the project, above files that requests named and beyond the limits of the search. */
  readonly #named = new Set<string>();

  /** @param finder has made the plan's search. */
  constructor(plan: WorkspacePlan, generation: Generation, options: WorkspaceOptions, finder: RootFinder) {
    const { onListenerError = () => undefined } = options;
    this.#plan = plan;
    this.#options = options;
    this.#finder = finder;
    this.feed = new WorkspaceFeed(() => this.problems, onListenerError);
    this.rulebook = new LiveRulebook(generation, {
      settings: () => this.#plan.settings,
      diagnostics: () => this.#configDiagnostics,
      reload: (how) => this.refresh(how),
      prepare: (request) => this.#prepare(request),
      onListenerError,
    });
    this.rulebook.subscribe((change) => this.feed.add(change.store, change));
  }

  get plan(): WorkspacePlan {
    return this.#plan;
  }

  /** What is wrong with the configuration, the stores and the documents. */
  get problems(): readonly Diagnostic[] {
    const { diagnostics } = this.rulebook.generation;
    const unwatched = reportWatchFailure(this.#finder.failure).filter(({ code }) =>
      diagnostics.every((one) => one.code !== code),
    );
    return [...this.#configDiagnostics, ...unwatched, ...diagnostics];
  }

  get #configDiagnostics(): readonly Diagnostic[] {
    return [...this.#plan.diagnostics, ...(this.#failure === undefined ? [] : [this.#failure])];
  }

  /** Watches the project for directories that may hold rules. The next refresh searches it completely. */
  watch(): void {
    // Where a new configuration cannot be used, the diagnostics say so.
    this.#finder.watch(() => this.refresh().catch(() => undefined));
  }

  /**
   * Looks at the configuration and for rule directories again; one look after the other, since what an earlier one found must not replace what a
   * later one did.
   *
   * @param reload given where the stores are to be looked at as well.
   */
  async refresh(reload?: Cancellable): Promise<void> {
    const turn = this.#turns.then(() => this.#look(reload));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    this.feed.close();
    await this.#finder.close();
    await this.#turns;
    await this.rulebook[Symbol.asyncDispose]();
    await Promise.all([...this.#ending, this.rulebook.generation.end()]);
  }

  /** Searches the directories above the files of a request, where a limit kept the search from them. */
  async #prepare(request: ResolveRequest): Promise<void> {
    const { notices, root, isSearched } = this.#plan;
    if (notices.length === 0) return;
    const conversation = [...(request.messages ?? []), ...(request.prompt === undefined ? [] : [{ content: request.prompt }])];
    const files = [...(request.files ?? []), ...extractReferences(conversation, () => false).files];
    const dirs = new Set(files.flatMap((file) => pathInside(root, dirname(resolve(root, file.replaceAll("\\", "/")))) ?? []));
    const left = [...dirs].filter((dir) => dir !== "" && !this.#named.has(dir) && !isSearched(dir));
    if (left.length === 0) return;
    for (const dir of left) this.#named.add(dir);
    for (const dir of this.#named) {
      if (this.#named.size <= maxNamed) break;
      this.#named.delete(dir);
    }
    await this.refresh();
  }

  async #look(reload: Cancellable | undefined): Promise<void> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    reload?.signal?.throwIfAborted();
    const { problems } = this;
    const { config } = this.#plan;
    this.feed.hold();
    try {
      if (reload !== undefined) this.#finder.forget();
      const search = { finder: this.#finder, include: [...this.#named] };
      await this.#carryOut(await planAt(this.#plan, this.#options, config, search));
      if (reload !== undefined) await this.rulebook.generation.reload(reload);
    } finally {
      const isNews = !isDeepStrictEqual(problems, this.problems);
      this.feed.release(isNews, isDeepStrictEqual(config, this.#plan.config) ? undefined : this.#plan.config);
    }
  }

  /** Nobody waits for the last one, or hears of trouble with it: its rules are no longer in use. */
  #end(before: Generation, next: Generation): void {
    const ending: Promise<void> = before
      .end(next)
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #carryOut(plan: WorkspacePlan): Promise<void> {
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
      this.#failure = reportUnused(error);
      throw error;
    }
  }
}
