import { isDeepStrictEqual } from "node:util";
import { PreceptError, type Cancellable, type Diagnostic } from "@precept/core";
import { reportUnused } from "./failure.ts";
import { WorkspaceFeed } from "./feed.ts";
import { Generation } from "./generation.ts";
import { LiveRulebook } from "./live-rulebook.ts";
import type { WorkspaceOptions } from "./options.ts";
import { planAt, type WorkspacePlan } from "./plan.ts";

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

  constructor(plan: WorkspacePlan, generation: Generation, options: WorkspaceOptions) {
    const { onListenerError = () => undefined } = options;
    this.#plan = plan;
    this.#options = options;
    this.feed = new WorkspaceFeed(() => this.problems, onListenerError);
    this.rulebook = new LiveRulebook(generation, {
      settings: () => this.#plan.settings,
      diagnostics: () => this.#configDiagnostics,
      reload: (how) => this.refresh(how),
      onListenerError,
    });
    this.rulebook.subscribe((change) => this.feed.add(change.store, change));
  }

  get plan(): WorkspacePlan {
    return this.#plan;
  }

  /** What is wrong with the configuration, the stores and the documents. */
  get problems(): readonly Diagnostic[] {
    return [...this.#configDiagnostics, ...this.rulebook.generation.diagnostics];
  }

  get #configDiagnostics(): readonly Diagnostic[] {
    return [...this.#plan.diagnostics, ...(this.#failure === undefined ? [] : [this.#failure])];
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
    await this.#turns;
    await this.rulebook[Symbol.asyncDispose]();
    await Promise.all([...this.#ending, this.rulebook.generation.end()]);
  }

  async #look(reload: Cancellable | undefined): Promise<void> {
    if (this.#isClosed) throw new PreceptError("RULEBOOK_CLOSED", {});
    reload?.signal?.throwIfAborted();
    const { problems } = this;
    const { config } = this.#plan;
    this.feed.hold();
    try {
      await this.#carryOut(await planAt(this.#plan, this.#options, config));
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
