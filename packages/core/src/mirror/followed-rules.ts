import type { StoreStatus } from "../model/store-state.ts";
import type { Tenant } from "../model/tenant.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { HeldChange, HeldRules } from "./held-rules.ts";
import type { StoreMirror } from "./store-mirror.ts";

export interface RulesListener {
  /** Called with every change. `isFirst`: the rules were read for the first time, and no answer lacked them. */
  readonly changed: (rules: FollowedRules, change: HeldChange, isFirst: boolean) => void;
  /** Called if `status` or `error` may have changed. */
  readonly stateChanged: (rules: FollowedRules) => void;
  readonly closed: (rules: FollowedRules) => void;
}

/** The rules of one owner in one store, kept current. Errors do not reject: they are part of the status. */
export class FollowedRules {
  readonly #mirror: StoreMirror;
  readonly #listener: RulesListener;
  readonly #held: HeldRules;
  isRead = false;
  #failure: { readonly error: unknown } | undefined;
  /** The current reading; undefined if there is none. Never rejects. */
  pending: Promise<void> | undefined;
  /** Increased to abandon `pending`. */
  #attempt = 0;
  /** Whether something changed that `pending` may not have read. */
  #isBehind = false;
  isClosed = false;

  constructor(mirror: StoreMirror, owner: Tenant, listener: RulesListener) {
    this.#mirror = mirror;
    this.#listener = listener;
    this.#held = mirror.hold(owner, (change) => {
      // After a failed reading, the rules were missing from answers, so they are a change.
      listener.changed(this, change, !this.isRead && this.#failure === undefined);
    });
  }

  get store(): RuleStore {
    return this.#mirror.store;
  }

  get size(): number {
    return this.#held.size;
  }

  /** `failed` if the rules could not be read yet, `stale` if they may be out of date. */
  get status(): StoreStatus {
    if (this.#failure === undefined && this.store.state().status === "ready") return "ready";
    return this.isRead ? "stale" : "failed";
  }

  get error(): unknown {
    return this.#failure === undefined ? this.store.state().error : this.#failure.error;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether the rules are older than the position of the mirror, and have to be listed again. */
  get mustList(): boolean {
    return !this.#held.isCurrent;
  }

  /** Whether the rules in memory include everything up to a position. False if that is not known. */
  hasPassed(position: string): boolean {
    const isCurrent = this.isRead && this.#failure === undefined && this.pending === undefined && this.#held.isCurrent;
    return isCurrent && this.#mirror.feed.hasPassed(position);
  }

  /** Includes everything that the store has now. @throws the error of the store. */
  async catchUp(): Promise<void> {
    this.#mirror.feed.requireCheck("seen");
    await this.update();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  revisionOf(id: string): string | undefined {
    return this.#held.snapshot.get(id)?.revision;
  }

  /** Reads the rules, or brings them up to date if the mirror is behind its store. Never rejects: see `error`. */
  async update(): Promise<void> {
    this.#isBehind = true;
    this.pending ??= this.#start();
    await this.pending;
  }

  /** Records that the store failed, or has not answered yet. A reading continues. */
  fail(error: unknown): void {
    if (this.isClosed) return;
    this.#failure = { error };
    this.#listener.stateChanged(this);
  }

  /** Gives up the current reading, so that `update` starts a new one. */
  abandon(error: unknown): void {
    this.#attempt += 1;
    this.pending = undefined;
    this.#mirror.abandon();
    this.fail(error);
  }

  close(): void {
    this.isClosed = true;
    this.#attempt += 1;
    this.#mirror.release(this.#held);
    this.#listener.closed(this);
  }

  async #start(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      while (this.#isBehind && attempt === this.#attempt) {
        this.#isBehind = false;
        await this.#mirror.update(this.#held);
        if (attempt === this.#attempt) this.isRead = true;
      }
      if (attempt === this.#attempt) this.#failure = undefined;
    } catch (error) {
      if (attempt === this.#attempt) this.#failure = { error };
    }
    if (attempt !== this.#attempt) return;
    this.pending = undefined;
    this.#listener.stateChanged(this);
  }
}
