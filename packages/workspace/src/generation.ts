import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  createRulebook,
  type Cancellable,
  type Diagnostic,
  type ReferenceReader,
  type Rulebook,
  type RuleStore,
} from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import { createReferenceReader } from "@precept/store-fs";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { createPrivacyCheck } from "./private-files.ts";
import { isOpenFor, openStores, type OpenStore } from "./stores.ts";

/**
 * The stores and the rulebook for one state of the configuration and the rule directories. When the state changes, the next generation replaces this
 * one, which is closed after its pending requests.
 */
export class Generation {
  readonly stores: readonly RuleStore[];
  readonly rulebook: Rulebook;
  readonly references: ReferenceReader;
  readonly #opened: readonly OpenStore[];
  /** The settings, other than stores, that answers depend on. */
  readonly #access: unknown;
  readonly #failures = new Map<string, Diagnostic>();
  readonly #calls = new Set<Promise<unknown>>();

  private constructor(
    { root, settings, trust }: WorkspacePlan,
    opened: readonly OpenStore[],
    onListenerError?: (error: unknown) => void,
  ) {
    this.#opened = opened;
    this.#access = accessOf({ settings, trust });
    this.stores = opened.map(({ store }) => store);
    this.references = createReferenceReader({
      projectDir: root,
      allowedDirs: [root, ...settings.referenceDirs],
      importsIn: findRuleImports,
      isPrivate: createPrivacyCheck(root, trust),
    });
    this.rulebook = createRulebook({
      stores: this.stores,
      root,
      references: this.references,
      newRequestId: randomUUID,
      now: () => new Date().toISOString(),
      ...(onListenerError !== undefined && { onListenerError }),
    });
    this.rulebook.on("rulesFailed", ({ store, diagnostic }) => this.#failures.set(store, diagnostic));
  }

  /**
   * Opens the stores and reads them once.
   *
   * @param before the previous generation, whose stores are reused if they have not changed.
   */
  static async open(plan: WorkspacePlan, options: WorkspaceOptions, before?: Generation): Promise<Generation> {
    const opened = await openStores(plan, options, before === undefined ? [] : before.#opened);
    const generation = new Generation(plan, opened, options.onListenerError);
    try {
      await generation.rulebook.diagnostics();
      return generation;
    } catch (error) {
      await generation.end(before);
      throw error;
    }
  }

  /** Whether this generation has the stores and settings of a plan. */
  serves(plan: WorkspacePlan): boolean {
    return isOpenFor(this.#opened, plan) && isDeepStrictEqual(this.#access, accessOf(plan));
  }

  /** The current diagnostics of stores and documents. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#failures.values(), ...this.stores.flatMap((store) => store.diagnostics())];
  }

  /** Calls the rulebook, which stays open until the call has returned. */
  async use<Result>(call: (rulebook: Rulebook) => Promise<Result>): Promise<Result> {
    const answer = call(this.rulebook);
    this.#calls.add(answer);
    try {
      return await answer;
    } finally {
      this.#calls.delete(answer);
    }
  }

  async reload(options: Cancellable): Promise<void> {
    const before = [...this.#failures];
    this.#failures.clear();
    try {
      await this.use((rulebook) => rulebook.reload(options));
    } catch (error) {
      // Stores that failed before were not read again.
      for (const [store, failure] of before) if (!this.#failures.has(store)) this.#failures.set(store, failure);
      throw error;
    }
  }

  /** Closes the generation after its pending calls. Stores that the next generation uses stay open. */
  async end(next?: Generation): Promise<void> {
    await Promise.allSettled(this.#calls);
    await this.rulebook[Symbol.asyncDispose]();
    const unused = this.stores.filter((store) => next?.stores.includes(store) !== true);
    await Promise.all(unused.map((store) => store[Symbol.asyncDispose]()));
  }
}

function accessOf({ settings, trust }: Pick<WorkspacePlan, "settings" | "trust">): unknown {
  return [settings.referenceDirs, trust.project.trusted, trust.allowPrivate];
}
