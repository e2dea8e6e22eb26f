import type { RuleStore, StoreChange, StoreEvent } from "../ports/rule-store.ts";
import type { CacheCounters } from "./metrics.ts";

/** How often to ask again if the store changes during a check. */
const maxAttempts = 5;

/** The maximum number of positions to remember, to recognise events that arrive late or twice. */
const maxPassed = 100;

/** Why the position must be checked. `seen`: the client knows of a newer state. `possible`: there may be one. */
export type CheckReason = "seen" | "possible";

interface FeedPositionOptions {
  readonly store: RuleStore;
  readonly counters: CacheCounters;
  readonly now: () => number;
  readonly recheckMs: number;
  readonly ttlMs: number;
  /** For how many milliseconds after a failure `confirm` does not ask the store, so that reads do not wait again. */
  readonly restMs: number;
  /** Called with each change. If it is no event, it can lack rules that were created and deleted meanwhile. */
  readonly onChange: (change: StoreChange, isEvent: boolean) => void;
  /** Called when the position starts again somewhere else. */
  readonly onReset: () => void;
  /** Called if `failure` changes between defined and undefined. */
  readonly onFailureChange: () => void;
}

/** The position of the store that the rules in memory are at. After a lost event, `confirm` asks what changed. */
export class FeedPosition {
  readonly #options: FeedPositionOptions;
  position: string | undefined;
  /** The last positions, including the current one. */
  readonly #passed = new Set<string>();
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** How often `requireCheck` was called, and how many of these calls came before the last check that succeeded. */
  #required = 0;
  #confirmed = 0;
  /** The number of the last required check with the reason `seen`. */
  #seen = 0;
  /** The number of resets so far, and the number of those after which the position started again. */
  #resets = 0;
  #restarted = 0;
  /** Why the last check failed; undefined if it succeeded. */
  failure: { readonly error: unknown } | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #check: Promise<boolean> | undefined;
  constructor(options: FeedPositionOptions) {
    this.#options = options;
  }

  /** Whether rules in memory may be used if the store fails: the client saw no newer ones, and no write is missing. */
  get allowsStale(): boolean {
    return this.position !== undefined && this.#seen <= this.#confirmed;
  }

  /** Whether something may have changed since the position. */
  get isBehind(): boolean {
    return this.#confirmed !== this.#required || this.#mustRestart;
  }

  /** Makes the next `confirm` ask the store. */
  requireCheck(reason: CheckReason): void {
    this.#required += 1;
    if (reason === "seen") this.#seen = this.#required;
  }

  /** Whether the rules in memory include everything up to a position. False if that is not known. */
  hasPassed(token: string): boolean {
    return this.#passed.has(token);
  }

  /** Notes a position that the client has seen. */
  see(token: string): void {
    if (!this.#passed.has(token)) this.requireCheck("seen");
  }

  receive(event: StoreEvent): void {
    if (event.kind === "changed") {
      const { after, omitted = [], token } = event;
      if (after === this.position && omitted.length === 0 && !this.#mustRestart) this.#apply(event, true);
      else if (!this.#passed.has(token)) this.requireCheck("possible");
      return;
    }
    if (event.kind === "reset") this.#resets += 1;
    // The store may have lost changes while it was not ready.
    this.requireCheck("possible");
  }

  /**
   * Makes sure that the position is as new as the call requires. Returns false if the store changed too often to tell.
   * @throws the error of the store, without asking it if it just failed and stale rules are allowed.
   */
  async confirm(): Promise<boolean> {
    if (this.#isFresh) {
      this.#checkAhead();
      return true;
    }
    const { now, restMs } = this.#options;
    if (this.failure !== undefined && this.allowsStale && now() - this.#failedAt < restMs) throw this.failure.error;
    if (this.#check !== undefined) {
      // It may have started before a write that this call has to include.
      await this.#check.catch(() => false);
      if (this.#isFresh) return true;
    }
    return this.check();
  }

  /** Asks the store for its position and its changes. Concurrent calls share one answer. Otherwise like `confirm`. */
  check(): Promise<boolean> {
    if (this.#check !== undefined) return this.#check;
    const check = this.#run().finally(() => {
      if (this.#check === check) this.#check = undefined;
    });
    this.#check = check;
    return check;
  }

  /** Gives up the call of the store that has not ended, so that the next one starts immediately. */
  abandon(): void {
    this.#check = undefined;
  }

  get #isFresh(): boolean {
    return this.position !== undefined && this.#confirmed === this.#required && this.#age < this.#options.recheckMs;
  }

  get #age(): number {
    return this.#options.now() - this.#confirmedAt;
  }

  /** Asks the store before the position becomes too old, so that frequent reads never wait for it. */
  #checkAhead(): void {
    if (this.#check !== undefined || this.#age < this.#options.recheckMs / 2) return;
    // The next check that a read waits for reports the error.
    this.check().catch(() => undefined);
  }

  async #run(): Promise<boolean> {
    try {
      let isConfirmed = false;
      for (let attempt = 0; attempt < maxAttempts && !isConfirmed; attempt += 1) {
        const required = this.#required;
        const startedAt = this.#options.now();
        isConfirmed = await this.#ask();
        if (!isConfirmed) continue;
        this.#confirmed = required;
        this.#confirmedAt = startedAt;
      }
      this.report(undefined);
      return isConfirmed;
    } catch (error) {
      this.#options.counters.errors += 1;
      this.report({ error });
      throw error;
    }
  }

  /** Brings the rules to the current position of the store. Returns false if they changed meanwhile. */
  async #ask(): Promise<boolean> {
    const { store, ttlMs } = this.#options;
    const from = this.position;
    if (from === undefined || this.#mustRestart || this.#age >= ttlMs) return this.#restart();
    if (this.#confirmed === this.#required && this.#passed.has(await this.#call(() => store.etag()))) return true;
    const change = await this.#call(() => store.changesSince(from));
    if (change.kind === "reset") {
      this.#resets += 1;
      return false;
    }
    const complete = await this.#complete(change);
    if (this.#mustRestart || complete === undefined) return false;
    // An event arrived during the call. If it led to the position of the answer or beyond, the answer has nothing new.
    if (this.position !== from) return this.#passed.has(complete.token);
    this.#apply(complete, false);
    return true;
  }

  /** Whether all rules have to be read again. Until then, events are not applied to them. */
  get #mustRestart(): boolean {
    return this.#resets !== this.#restarted;
  }

  /** Starts at the current position of the store. */
  async #restart(): Promise<boolean> {
    // Events that arrive during the call must not be applied, since its answer can be older.
    if (!this.#mustRestart) this.#resets += 1;
    const resets = this.#resets;
    const token = await this.#call(() => this.#options.store.etag());
    if (this.#resets !== resets) return false;
    this.#restarted = resets;
    this.#options.onReset();
    this.#passed.clear();
    this.#advance(token);
    return true;
  }

  /** Reads the rules that a change omits. Undefined if the store changed meanwhile: the rules may be newer. */
  async #complete(change: StoreChange): Promise<StoreChange | undefined> {
    const { omitted = [], token } = change;
    if (omitted.length === 0) return change;
    const { store } = this.#options;
    const found = await this.#call(() => store.getMany(omitted));
    if ((await this.#call(() => store.etag())) !== token) return undefined;
    return {
      ...change,
      saved: [...change.saved, ...found.values()],
      deleted: [...change.deleted, ...omitted.filter((id) => !found.has(id))],
    };
  }

  #call<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#options.counters.checks += 1;
    return run();
  }

  #apply(change: StoreChange, isEvent: boolean): void {
    // First, because a listener can write to the store.
    this.#advance(change.token);
    this.#options.onChange(change, isEvent);
  }

  #advance(token: string): void {
    this.position = token;
    this.#passed.delete(token);
    this.#passed.add(token);
    for (const oldest of this.#passed) {
      if (this.#passed.size <= maxPassed) break;
      this.#passed.delete(oldest);
    }
  }

  /** Notes that a call of the store failed, or that one succeeded. */
  report(failure: { readonly error: unknown } | undefined): void {
    const changes = (this.failure === undefined) !== (failure === undefined);
    this.failure = failure;
    this.#failedAt = this.#options.now();
    if (changes) this.#options.onFailureChange();
  }
}
