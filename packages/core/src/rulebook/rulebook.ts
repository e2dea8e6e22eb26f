import { expandReferences, hasReferences } from "../expand/expand-references.ts";
import { passesFilter } from "../ports/rule-filter.ts";
import { extractReferences } from "../match/extract-references.ts";
import { findRequested } from "../match/find-requested.ts";
import { matchRules, type MatchContext } from "../match/match.ts";
import { RuleIndex } from "../match/rule-index.ts";
import { comparePrecedence } from "../model/precedence.ts";
import { compareText } from "../text/compare-text.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { ReferenceReader } from "../ports/reference-reader.ts";
import type { RuleFilter, RuleStore, StoreChange } from "../ports/rule-store.ts";
import { resolveMatches, type ResolveOptions } from "../resolve/resolve.ts";
import { buildTrace } from "../trace/trace.ts";
import { EventChannel, type RulebookEvent, type RulebookEvents } from "./events.ts";
import { nearestNames } from "../text/nearest-names.ts";
import { PreceptError } from "../model/error.ts";

export interface RulebookOptions extends ResolveOptions {
  /** The sources of the rules. The rulebook reads them and subscribes to changes, but does not close them. */
  readonly stores: readonly RuleStore[];
  /** The project's directory. Absolute paths in requests are made relative to it. */
  readonly root?: string;
  /** Reads the files that rules refer to. Without it, references stay in the text. */
  readonly references?: ReferenceReader;
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
  /**
   * Creates the id of a request that has none, such as `() => crypto.randomUUID()`. Default: `1`, `2`, … These ids are only unique in one rulebook:
   * pass a function if you collect traces of several rulebooks or processes.
   */
  readonly newRequestId?: () => string;
  /** Returns the time of a request that has none, ISO 8601, such as `() => new Date().toISOString()`. Default: requests have no time. */
  readonly now?: () => string;
}

/** Options of one request. */
export interface RulebookResolveOptions extends ResolveOptions, Cancellable {
  /** Additional diagnostics for the resolution, for example of the configuration. Default: none. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Resolves requests with the rules of stores. */
export interface Rulebook extends AsyncDisposable {
  /**
   * Resolves which rules apply to a request, in what order and why. The result is consistent: changes during the call do not affect it.
   *
   * @param options overrides the options of the rulebook.
   */
  resolve(request?: ResolveRequest, options?: RulebookResolveOptions): Promise<Resolution>;
  /** Lists the rules that pass a filter, ordered by name, then precedence. */
  list(filter?: RuleFilter): Promise<readonly Rule[]>;
  /**
   * Returns the rule with an id, or of the rules with a name the one with the highest precedence.
   *
   * @throws PreceptError `RULE_NOT_FOUND`, with similar names.
   */
  get(nameOrId: string): Promise<Rule>;
  /** The problems of rule files, and of stores that could not be read. */
  diagnostics(): Promise<readonly Diagnostic[]>;
  /** Makes all stores read their rules again. */
  reload(options?: Cancellable): Promise<void>;
  /** Adds a listener for an event. Returns the function that removes it. */
  on<Name extends RulebookEvent>(name: Name, listener: (event: RulebookEvents[Name]) => void): () => void;
  /** Adds a listener for changes of rules: short for `on("rulesChanged", …)`. */
  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void): () => void;
}

/**
 * Creates a rulebook over stores. It reads the stores on the first call.
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
  readonly #events: EventChannel;
  readonly #subscriptions = new Set<() => void>();
  /** The stores whose rules are in the index. */
  readonly #read = new Set<RuleStore>();
  /** The diagnostics of the stores that could not be read. */
  readonly #failed = new Map<RuleStore, Diagnostic>();
  #index = new RuleIndex();
  #loading: Promise<void> | undefined;
  #requests = 0;
  #closed = false;

  constructor(options: RulebookOptions) {
    const ids = options.stores.map((store) => store.id);
    const twice = ids.find((id, position) => ids.indexOf(id) !== position);
    if (twice !== undefined) {
      throw new PreceptError("STORE_ID_TAKEN", { store: twice });
    }
    this.#options = options;
    this.#events = new EventChannel(options.onListenerError ?? (() => undefined));
  }

  async resolve(
    request: ResolveRequest = {},
    { signal, diagnostics = [], ...overrides }: RulebookResolveOptions = {},
  ): Promise<Resolution> {
    await this.#load(signal);
    signal?.throwIfAborted();
    const identified = this.#identify(request);
    const outcome = matchRules(this.#index, identified, this.#contextOf(identified));
    // Collected together with the rules, since a store can change while file references are read.
    const incomplete = this.#diagnostics().filter((diagnostic) => diagnostic.incomplete === true);
    const { references } = this.#options;
    const referring = outcome.matches.map((match) => match.rule).filter(hasReferences);
    const served = new Set(outcome.matches.map(({ rule }) => rule.content));
    const expanded =
      references === undefined || referring.length === 0
        ? undefined
        : await expandReferences(referring, references, { signal, served });
    const resolution = resolveMatches(
      outcome,
      identified,
      { ...this.#options, ...overrides },
      {
        texts: expanded?.texts ?? new Map(),
        diagnostics: [...this.#reportUnknown(outcome.unknown), ...(expanded?.diagnostics ?? []), ...diagnostics, ...incomplete],
      },
    );
    this.#events.emit("rulesApplied", () => ({ resolution }));
    this.#events.emit("ruleDebug", () => ({ trace: buildTrace(resolution) }));
    return resolution;
  }

  async list(filter: RuleFilter = {}): Promise<readonly Rule[]> {
    await this.#load();
    const { rules, replacements: standIns } = this.#index;
    return rules
      .filter((rule) => passesFilter(rule, filter, standIns.get(rule)?.kind === "superseded"))
      .toSorted((left, right) => compareText(left.name, right.name) || comparePrecedence(left, right));
  }

  async get(nameOrId: string): Promise<Rule> {
    await this.#load();
    const [rule] = findRequested(this.#index, nameOrId).toSorted(comparePrecedence);
    if (rule !== undefined) return rule;
    const names = this.#index.rules.map((known) => known.name);
    throw new PreceptError("RULE_NOT_FOUND", { name: nameOrId, known: nearestNames(nameOrId, names) });
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    await this.#load();
    return this.#diagnostics();
  }

  async reload(options: Cancellable = {}): Promise<void> {
    await this.#load(options.signal);
    await Promise.all(this.#options.stores.map((store) => store.reload(options)));
    // Retry the stores that could not be read, one call after the other.
    this.#loading = this.#loading?.then(() => this.#readStores());
    await this.#loading;
  }

  on<Name extends RulebookEvent>(name: Name, listener: (event: RulebookEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  subscribe(listener: (event: RulebookEvents["rulesChanged"]) => void): () => void {
    return this.on("rulesChanged", listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    this.#subscriptions.clear();
    this.#events.clear();
    this.#index = new RuleIndex();
  }

  #identify(request: ResolveRequest): ResolveRequest & { readonly id: string } {
    const { newRequestId, now } = this.#options;
    this.#requests += 1;
    const id = request.id ?? newRequestId?.() ?? String(this.#requests);
    const timestamp = request.timestamp ?? now?.();
    return { ...request, id, ...(timestamp !== undefined && { timestamp }) };
  }

  #diagnostics(): readonly Diagnostic[] {
    return this.#options.stores.flatMap((store) => {
      const failure = this.#failed.get(store);
      return [...(failure === undefined ? [] : [failure]), ...store.diagnostics()];
    });
  }

  #contextOf(request: ResolveRequest): MatchContext {
    const { root } = this.#options;
    const isRule = (reference: string) => this.#index.named(reference).length > 0 || this.#index.atPath(reference).length > 0;
    const conversation = [...(request.messages ?? []), ...(request.prompt === undefined ? [] : [{ content: request.prompt }])];
    const { files, rules } = extractReferences(conversation, isRule);
    return { files, references: rules, ...(root !== undefined && { root }) };
  }

  #reportUnknown(unknown: readonly string[]): Diagnostic[] {
    return unknown.map((reference) => {
      const similar = nearestNames(
        reference,
        this.#index.rules.map((rule) => rule.name),
      );
      const hint = similar.length === 0 ? undefined : `Did you mean ${similar.map((name) => `"${name}"`).join(" or ")}?`;
      return report("request/unknown-rule", {}, `Unknown rule "${reference}".`, hint);
    });
  }

  /** Reads every store once. Concurrent calls wait for the same read. */
  async #load(signal?: Cancellable["signal"]): Promise<void> {
    // Check before reading: an aborted or rejected call would not wait for the read.
    if (this.#closed) throw new PreceptError("RULEBOOK_CLOSED", {});
    signal?.throwIfAborted();
    this.#loading ??= this.#readStores().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
    if (this.#closed) throw new PreceptError("RULEBOOK_CLOSED", {});
  }

  /** Reads the stores that were not read yet. If one fails, the others are used. Throws if all fail. */
  async #readStores(): Promise<void> {
    const failures: unknown[] = [];
    for (const store of this.#options.stores) {
      if (this.#read.has(store)) continue;
      try {
        await this.#readStore(store);
        this.#failed.delete(store);
      } catch (error) {
        failures.push(error);
        const diagnostic = reportFailure(store.id, error);
        this.#failed.set(store, diagnostic);
        this.#events.emit("rulesFailed", () => ({ store: store.id, error, diagnostic }));
      }
    }
    if (failures.length > 0 && this.#read.size === 0) throw failures[0];
  }

  async #readStore(store: RuleStore): Promise<void> {
    // Subscribe before reading, so that no change is missed. A listing can be older than a change during the read.
    const pending: StoreChange[] = [];
    let listed = false;
    const unsubscribe = store.subscribe((change) => {
      if (listed) this.#apply(store, change);
      else pending.push(change);
    });
    this.#subscriptions.add(unsubscribe);
    try {
      const rules: Rule[] = [];
      for await (const { rule } of store.list()) rules.push(rule);
      for (const rule of rules) this.#index.add(rule);
    } catch (error) {
      unsubscribe();
      this.#subscriptions.delete(unsubscribe);
      throw error;
    }
    listed = true;
    this.#read.add(store);
    for (const change of pending) this.#apply(store, change);
  }

  #apply(store: RuleStore, change: StoreChange): void {
    for (const id of change.deleted) this.#index.remove(store.id, id);
    for (const rule of change.saved) this.#index.add(rule);
    this.#events.emit("rulesChanged", () => ({ ...change, store: store.id, diagnostics: store.diagnostics() }));
  }
}

function reportFailure(store: string, error: unknown): Diagnostic {
  if (PreceptError.is(error)) return report("store/failed", {}, `Rules are missing: ${error.message}`, error.hint);
  const problem = error instanceof Error ? error.message : String(error);
  return report("store/failed", {}, `Rules are missing: the store "${store}" failed: ${problem}`);
}
