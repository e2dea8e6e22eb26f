import { reportWatchFailure } from "@precept/files";
import {
  ChangeFeed,
  createRule,
  findReplacementCycle,
  frozenCopy,
  listStored,
  PreceptError,
  createUnsupportedOperations,
  assertUniqueName,
  type CancelSignal,
  type Diagnostic,
  type ListOptions,
  type Rule,
  type RuleStore,
  type StoreCapabilities,
  type StoreChange,
  type StoredRule,
} from "@precept/core";
import { loadRoots } from "./load.ts";
import { rescan } from "./rescan.ts";
import { resolveRoots, type StoreRoots } from "./resolved-root.ts";
import type { FsStoreOptions } from "./options.ts";
import { withNameLock } from "./name-lock.ts";
import { RuleFileCache } from "./rule-file-cache.ts";
import type { RootWatcher } from "./watch.ts";
import { writeDeletion, writeNew, writeOver, type WrittenFile } from "./write-rule.ts";

/** The positions of diagnostics that belong to no root: before those of the roots, which are numbered from 0. */
const watchListing = -2;
const noticeListing = -1;

/**
 * Creates a store over directories of rule files. The files are read on the first call.
 *
 * @example
 * ```ts
 * import { createRulebook } from "@precept/core";
 * import { cursor } from "@precept/mdc-compat";
 * import { createFsStore } from "@precept/store-fs";
 *
 * await using rules = createFsStore({ roots: [{ dir: ".cursor/rules", codec: cursor }] });
 * await using rulebook = createRulebook({ stores: [rules] });
 * const { prompt } = await rulebook.resolve({ files: ["src/cart.tsx"] });
 * ```
 */
export function createFsStore(options: FsStoreOptions): RuleStore {
  return new FsStore(options);
}

class FsStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly apply: RuleStore["apply"];
  readonly history: RuleStore["history"];
  readonly recordUse: RuleStore["recordUse"];
  readonly usage: RuleStore["usage"];
  readonly #options: Omit<FsStoreOptions, "previous">;
  readonly #roots: StoreRoots;
  readonly #feed: ChangeFeed;
  readonly #cache = new RuleFileCache();
  /** Released after the first load, so that replaced stores do not form a chain. */
  #previous: RuleStore | undefined;
  #loading: Promise<void> | undefined;
  #watcher: RootWatcher | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: FsStoreOptions) {
    this.id = options.id ?? "fs";
    this.capabilities = { write: options.readOnly !== true, search: false, history: false, usage: false, transactions: false };
    const { previous, ...others } = options;
    this.#options = others;
    this.#previous = previous;
    this.#roots = resolveRoots(options, this.id);
    this.#cache.setListing(noticeListing, options.notices ?? []);
    this.#feed = new ChangeFeed(options.onListenerError);
    ({
      apply: this.apply,
      history: this.history,
      recordUse: this.recordUse,
      usage: this.usage,
    } = createUnsupportedOperations(this.id));
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    await this.#load(options.signal);
    yield* listStored(this.#cache.rules.map(stored), options, () => this.#enter(options.signal));
  }

  async get(id: string, { signal }: Parameters<RuleStore["get"]>[1] = {}): Promise<StoredRule | undefined> {
    await this.#load(signal);
    const rule = this.#cache.withId(id)?.rule;
    return rule === undefined ? undefined : stored(rule);
  }

  async save(rule: Rule, { revision, uniqueName = false, signal }: Parameters<RuleStore["save"]>[1] = {}): Promise<StoredRule> {
    // Copied before the first await, because the caller may change the rule afterwards.
    const checked = createRule(frozenCopy(rule));
    return this.#write(signal, async () => {
      this.#refuseCycle(checked);
      const isUnique = uniqueName && revision === undefined;
      const read = await (isUnique ? this.#createUnique(checked) : this.#writeRule(checked, revision));
      this.#feed.publish(this.#cache.set(read));
      return stored(read.rule);
    });
  }

  async delete(id: string, { revision, signal }: Parameters<RuleStore["delete"]>[1] = {}): Promise<boolean> {
    return this.#write(signal, async () => {
      const file = this.#cache.withId(id);
      if (file?.rule === undefined) {
        if (revision !== undefined) throw conflict(id, revision, undefined);
        return false;
      }
      const existed = await writeDeletion(file, revision);
      this.#feed.publish(this.#cache.remove(file));
      return existed;
    });
  }

  async reload({ signal }: Parameters<RuleStore["reload"]>[0] = {}): Promise<void> {
    await this.#load(signal);
    await this.#inTurn(async () => {
      this.#enter(signal);
      await this.#reloadRoots(signal);
    });
  }

  diagnostics(): readonly Diagnostic[] {
    return this.#cache.diagnostics;
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#feed.close();
    await this.#watcher?.close();
    await this.#turns;
  }

  #enter(signal: CancelSignal | undefined): void {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
  }

  async #load(signal: CancelSignal | undefined): Promise<void> {
    this.#enter(signal);
    this.#loading ??= this.#open().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
    this.#enter(signal);
  }

  /** Starts watching before reading, so that no change is missed. */
  async #open(): Promise<void> {
    if (this.#options.watch === true) {
      // Loaded on demand: most programs do not watch.
      const { RootWatcher: Watcher } = await import("./watch.ts");
      this.#watcher = new Watcher((paths) => this.#onChange(paths));
      if (this.#closed) await this.#watcher.close();
    }
    if (this.#previous instanceof FsStore) this.#cache.adopt(this.#previous.#cache, this.#roots.roots);
    this.#previous = undefined;
    await this.#read(undefined);
  }

  async #read(signal: CancelSignal | undefined): Promise<StoreChange> {
    const change = await loadRoots(this.#roots, this.#cache, { signal, watcher: this.#watcher });
    this.#cache.setListing(watchListing, reportWatchFailure(this.#watcher?.failure));
    return change;
  }

  async #onChange(paths: ReadonlySet<string>): Promise<void> {
    await this.#loading;
    await this.#inTurn(async () => {
      let before = this.#cache.diagnostics;
      for await (const change of rescan(paths, this.#roots, this.#cache, this.#watcher)) {
        if (this.#closed) return;
        this.#cache.setListing(watchListing, reportWatchFailure(this.#watcher?.failure));
        const after = this.#cache.diagnostics;
        this.#feed.publish(change, after !== before);
        before = after;
      }
    });
  }

  /** Runs reads and writes one after the other, so that an earlier result never replaces a later one. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(task);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #write<Result>(signal: CancelSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    await this.#load(signal);
    if (!this.capabilities.write) throw new PreceptError("STORE_CAPABILITY_MISSING", { store: this.id, capability: "write" });
    return this.#inTurn(async () => {
      this.#enter(signal);
      return task();
    });
  }

  async #reloadRoots(signal?: CancelSignal): Promise<void> {
    const before = this.#cache.diagnostics;
    const change = await this.#read(signal);
    this.#enter(undefined);
    this.#feed.publish(change, this.#cache.diagnostics !== before);
  }

  async #writeRule(rule: Rule, revision: string | undefined, beforeRename?: () => void): Promise<WrittenFile> {
    const file = this.#cache.withId(rule.id);
    if (file?.rule !== undefined) return writeOver(rule, file, revision);
    if (revision !== undefined) throw conflict(rule.id, revision, undefined);
    return writeNew(rule, this.#roots, this.#cache, beforeRename);
  }

  async #createUnique(rule: Rule): Promise<WrittenFile> {
    return withNameLock(rule, this.#roots, async ({ assertHeld }) => {
      // Another process may have created a rule since the files were read.
      await this.#reloadRoots();
      assertUniqueName(rule, this.#cache.rules);
      return this.#writeRule(rule, undefined, assertHeld);
    });
  }

  #refuseCycle(rule: Rule): void {
    const cycle = findReplacementCycle(rule, (id) => this.#cache.withId(id)?.rule);
    if (cycle === undefined) return;
    const problem = `replaces: the rule would replace itself (${cycle.join(" → ")})`;
    throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [problem] });
  }
}

function conflict(id: string, expected: string, actual: string | undefined): PreceptError {
  return new PreceptError("RULE_CONFLICT", { id, expected, actual: actual ?? "none" });
}

function stored(rule: Rule): StoredRule {
  return Object.freeze({ rule, revision: rule.origin.sha256 ?? "", cursor: rule.id });
}
