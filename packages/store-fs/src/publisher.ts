import { ChangeFeed, ChangeLog, PreceptError, type RuleStore, type StoreState, type StoreStatus } from "@precept/core";
import { randomId } from "@precept/files";
import type { RuleFileCache } from "./rule-file-cache.ts";

/** Publishes the changes of the cached files, of the diagnostics and of the state. */
export class Publisher {
  readonly #store: string;
  readonly #cache: RuleFileCache;
  readonly #feed: ChangeFeed;
  /** Its positions are random, because another process cannot know the changes of this one. */
  readonly #log = new ChangeLog(randomId());
  #diagnostics: RuleFileCache["diagnostics"];
  #status: StoreStatus = "ready";

  constructor(store: string, cache: RuleFileCache, onListenerError: ((error: unknown) => void) | undefined) {
    this.#store = store;
    this.#cache = cache;
    this.#feed = new ChangeFeed(this.#log.token, onListenerError);
    this.#diagnostics = cache.diagnostics;
  }

  get token(): string {
    return this.#log.token;
  }

  changesSince(...[token, options]: Parameters<RuleStore["changesSince"]>): ReturnType<ChangeLog["since"]> {
    return this.#log.since(token, options);
  }

  subscribe(...[listener, options]: Parameters<RuleStore["subscribe"]>): () => void {
    return this.#feed.subscribe(listener, options);
  }

  /** Publishes the state after the first load, but not its diagnostics, since the caller of the load reads them. */
  publishLoad(failure: unknown): void {
    this.#diagnostics = this.#cache.diagnostics;
    this.publish(failure);
  }

  /** Publishes what changed since the last call. @param failure the error of the last load. */
  publish(failure?: unknown): void {
    const records = this.#cache.takeChanges();
    if (records.length > 0) this.#feed.publish(records, this.#log.add(records));
    const { diagnostics } = this.#cache;
    const { status } = readState(this.#store, this.#cache, failure);
    if (diagnostics === this.#diagnostics && status === this.#status) return;
    this.#diagnostics = diagnostics;
    this.#status = status;
    this.#feed.publishState();
  }

  close(): void {
    this.#feed.close();
  }
}

/** The state of a store of files. @param failure the error of the last load. */
export function readState(store: string, cache: RuleFileCache, failure: unknown): StoreState {
  if (failure !== undefined) return { status: "failed", error: failure };
  // The rules of such a directory are missing. Changes that the system does not report are found by rescans.
  const cause = cache.listingDiagnostics.find(({ code }) => code === "root/unreadable");
  if (cause === undefined) return { status: "ready" };
  return { status: "stale", error: new PreceptError("STORE_FAILED", { store, reason: cause.message, retryable: false }) };
}
