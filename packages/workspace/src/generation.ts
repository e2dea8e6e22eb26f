import { isDeepStrictEqual } from "node:util";
import {
  createRulebook,
  diagnoseStore,
  type Diagnostic,
  type ReferenceReader,
  type RetryOptions,
  type Rulebook,
  type RuleStore,
} from "@precept/core";
import { randomId } from "@precept/files";
import { findRuleImports } from "@precept/mdc-compat";
import { createReferenceReader } from "@precept/store-fs";
import { createMemoryIdentification } from "./context/memory-identity.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { WorkspacePlan } from "./plan.ts";
import { createPrivacyCheck } from "./private-files.ts";
import { isOpenFor, openStores, type OpenStore } from "./stores.ts";
import { cacheKey, openCache, type OpenCache } from "./open-cache.ts";
import { openEmbedder, type OpenEmbedder } from "./open-embedder.ts";
import { listUsers, openUserStore } from "./user-stores.ts";

/** Reading many files from a slow disk takes longer than a call of a server. */
const waits: RetryOptions = { waitMs: 30_000, abandonMs: 120_000 };

/** The stores and the rulebook of one state. When replaced, it closes after its pending requests. */
export class Generation {
  readonly stores: readonly RuleStore[];
  readonly rulebook: Rulebook;
  readonly references: ReferenceReader;
  readonly #opened: readonly OpenStore[];
  readonly embedder: OpenEmbedder | undefined;
  readonly cache: OpenCache | undefined;
  /** The settings, other than stores, that answers depend on. */
  readonly #access: unknown;
  readonly calls = new Set<Promise<unknown>>();

  private constructor(
    plan: WorkspacePlan,
    opened: readonly OpenStore[],
    { embedder, cache }: Pick<Generation, "embedder" | "cache">,
    options: WorkspaceOptions,
  ) {
    this.embedder = embedder;
    this.cache = cache;
    const { root, settings, trust } = plan;
    const { onListenerError } = options;
    this.#opened = opened;
    this.#access = accessOf(plan);
    this.stores = opened.map(({ store }) => store);
    this.references = createReferenceReader({
      projectDir: root,
      allowedDirs: [root, ...settings.referenceDirs],
      importsIn: findRuleImports,
      isPrivate: createPrivacyCheck(root, trust),
      identifyMemory: createMemoryIdentification(settings),
    });
    this.rulebook = createRulebook({
      stores: this.stores,
      storesFor: (owner) => openUserStore(plan, options, owner),
      ownersWithStores: () => listUsers(plan),
      tenant: { projectId: settings.project, userId: settings.user },
      timers: globalThis,
      random: Math.random,
      retry: waits,
      relevance: settings.search.relevance,
      ...(embedder !== undefined && { embedder: embedder.embedder }),
      ...(cache !== undefined && { l2: cache.layer }),
      root,
      references: this.references,
      newRequestId: randomId,
      now: () => new Date().toISOString(),
      ...(onListenerError !== undefined && { onListenerError }),
    });
  }

  /** Opens the stores, and reads them unless the rules are lazy. Reuses unchanged stores of the previous generation. */
  static async open(plan: WorkspacePlan, options: WorkspaceOptions, before?: Generation): Promise<Generation> {
    const embedder = openEmbedder(plan, options, before?.embedder);
    const opened = await openStores(plan, options, embedder, before === undefined ? [] : before.#opened);
    const cache = openCache(plan, before?.cache);
    const generation = new Generation(plan, opened, { embedder, cache }, options);
    try {
      if (options.lazyRules !== true || before !== undefined) await generation.rulebook.diagnostics();
      return generation;
    } catch (error) {
      await generation.end(before);
      throw error;
    }
  }

  serves(plan: WorkspacePlan): boolean {
    return (
      isOpenFor(this.#opened, plan, this.embedder) &&
      this.cache?.key === cacheKey(plan.settings.redis) &&
      isDeepStrictEqual(this.#access, accessOf(plan))
    );
  }

  get diagnostics(): readonly Diagnostic[] {
    const incomplete = this.rulebook.stores().map(diagnoseStore);
    return [...incomplete, ...this.stores.flatMap((store) => store.diagnostics())];
  }

  /** Closes the generation after its pending calls. Stores that the next generation uses stay open. */
  async end(next?: Generation): Promise<void> {
    await Promise.allSettled(this.calls);
    await this.rulebook[Symbol.asyncDispose]();
    const unused = this.stores.filter((store) => next?.stores.includes(store) !== true);
    await Promise.all(unused.map((store) => store[Symbol.asyncDispose]()));
    // Last, because stores use it.
    if (next?.embedder !== this.embedder) await this.embedder?.close();
    if (next?.cache !== this.cache) await this.cache?.close();
  }
}

function accessOf({ settings, trust }: Pick<WorkspacePlan, "settings" | "trust">): unknown {
  return [
    settings.context.dir,
    settings.referenceDirs,
    settings.user,
    settings.project,
    settings.search,
    trust.project.trusted,
    trust.allowPrivate,
  ];
}
