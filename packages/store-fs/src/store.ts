import {
  ChangeFeed,
  listStored,
  PreceptError,
  refusalsOf,
  type CancelSignal,
  type Diagnostic,
  type ListOptions,
  type Rule,
  type RuleStore,
  type StoreChange,
  type StoredRule,
} from "@precept/core";
import { loadRoots, type LoadedRules } from "./load.ts";
import type { FsStoreOptions } from "./options.ts";

/** Opens directories of rule files as a store. Nothing is read before the first call. */
export function createFsStore(options: FsStoreOptions): RuleStore {
  return new FsStore(options);
}

class FsStore implements RuleStore {
  readonly id: string;
  readonly capabilities: RuleStore["capabilities"] = {
    write: false,
    search: false,
    history: false,
    usage: false,
    transactions: false,
  };
  readonly save: RuleStore["save"];
  readonly delete: RuleStore["delete"];
  readonly apply: RuleStore["apply"];
  readonly history: RuleStore["history"];
  readonly recordUse: RuleStore["recordUse"];
  readonly usage: RuleStore["usage"];
  readonly #options: FsStoreOptions;
  readonly #feed: ChangeFeed;
  #loaded: Promise<LoadedRules> | undefined;
  #reloading: Promise<unknown> = Promise.resolve();
  #diagnostics: readonly Diagnostic[] = [];
  #closed = false;

  constructor(options: FsStoreOptions) {
    this.id = options.id ?? "fs";
    this.#options = options;
    this.#feed = new ChangeFeed(options.onListenerError);
    ({
      save: this.save,
      delete: this.delete,
      apply: this.apply,
      history: this.history,
      recordUse: this.recordUse,
      usage: this.usage,
    } = refusalsOf(this.id));
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    const { rules } = await this.#load(options.signal);
    yield* listStored([...rules.values()].map(stored), options, () => this.#enter(options.signal));
  }

  async get(id: string, { signal }: { signal?: CancelSignal | undefined } = {}): Promise<StoredRule | undefined> {
    const rule = (await this.#load(signal)).rules.get(id);
    return rule === undefined ? undefined : stored(rule);
  }

  async reload({ signal }: { signal?: CancelSignal | undefined } = {}): Promise<void> {
    // One after the other: what an earlier look found must not replace what a later one did.
    const turn = this.#reloading.then(() => this.#lookAgain(signal));
    this.#reloading = turn.catch(() => undefined);
    await turn;
  }

  /** What is known stays in use until all is read; a call that was cancelled leaves it to the next one to publish the change. */
  async #lookAgain(signal: CancelSignal | undefined): Promise<void> {
    const before = (await this.#load(signal)).rules;
    const loaded = await loadRoots(this.#options, this.id);
    this.#enter(signal);
    this.#loaded = Promise.resolve(loaded);
    this.#diagnostics = loaded.diagnostics;
    const after = loaded.rules;
    const saved = [...after.values()].filter((rule) => before.get(rule.id)?.origin.sha256 !== rule.origin.sha256);
    const deleted = [...before.keys()].filter((id) => !after.has(id));
    this.#feed.publish({ saved, deleted });
  }

  diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#feed.close();
    this.#loaded = undefined;
  }

  #enter(signal: CancelSignal | undefined): void {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
  }

  async #load(signal: CancelSignal | undefined): Promise<LoadedRules> {
    this.#enter(signal);
    const loading = (this.#loaded ??= loadRoots(this.#options, this.id));
    const loaded = await loading;
    this.#enter(signal);
    this.#diagnostics = loaded.diagnostics;
    return loaded;
  }
}

function stored(rule: Rule): StoredRule {
  return { rule, revision: rule.origin.sha256 ?? "", cursor: rule.id };
}
