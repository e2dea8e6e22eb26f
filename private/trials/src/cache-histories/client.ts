import { createRule, PreceptError, type CachedStore, type RuleFilter, type StoredRule } from "@precept/core";
import type { Link } from "./link.ts";
import { ruleIds, type Operation } from "./operation.ts";
import type { Server } from "./server.ts";

/** The name of an operation and what is wrong with its result. */
export interface Violation {
  readonly client: number;
  readonly operation: Operation;
  readonly problem: string;
}

interface ClientOptions {
  readonly name: number;
  readonly store: Pick<CachedStore, "list" | "get" | "save" | "delete" | "apply" | "writeMany" | "metrics">;
  readonly link: Link;
  readonly server: Server;
  readonly now: () => number;
  /** After how many milliseconds the client must see the writes of others. */
  readonly recheckMs: number;
  readonly report: (violation: Violation) => void;
}

/** Performs operations on a store, and compares each result with the states of the server that the store may return. */
export class Client {
  readonly link: Link;
  /** The numbers of operations that ended, and of those that the network failed. */
  readonly counts = { reads: 0, writes: 0, failed: 0, stale: 0 };
  readonly #options: ClientOptions;
  /** For each rule, the index of the newest state that the client wrote or read. */
  readonly #known = new Map<string, number>();
  #saves = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.link = options.link;
  }

  /** Performs an operation. Never rejects: errors of the network and conflicts are part of a history. */
  async perform(operation: Operation): Promise<void> {
    try {
      await this.#perform(operation);
    } catch (error) {
      if (!(error instanceof Error) || !isExpected(error)) this.#report(operation, `it failed: ${String(error)}`);
      this.counts.failed += 1;
    }
  }

  /** Reads and expects the current state of the server. */
  async expectCurrent(filter: RuleFilter): Promise<void> {
    const operation: Operation = { kind: "list", filter, bypassCache: false };
    try {
      const { index } = this.#options.server;
      const found = await this.#list(operation);
      for (const id of ruleIds) {
        const expected = this.#options.server.revisionAt(id, index, filter);
        if (found.get(id) !== expected)
          this.#report(operation, `rule ${id} is ${found.get(id)} instead of ${expected} at the end`);
      }
    } catch (error) {
      this.#report(operation, `it failed at the end: ${String(error)}`);
    }
  }

  async #perform(operation: Operation): Promise<void> {
    const { server, store } = this.#options;
    const start = server.index;
    switch (operation.kind) {
      case "list":
        await this.#read(operation, operation.filter, ruleIds, () => this.#list(operation));
        return;
      case "readTwice":
        if (typeof operation.first === "string")
          await this.#perform({ kind: "get", id: operation.first, tenant: undefined, bypassCache: true });
        else await this.#perform({ kind: "list", filter: operation.first, bypassCache: true });
        await this.#perform({ kind: "list", filter: { tenant: operation.tenant }, bypassCache: false });
        return;
      case "get": {
        const { id, tenant, bypassCache } = operation;
        await this.#read(operation, { ...(tenant && { tenant }) }, [id], async () => {
          const stored = await store.get(id, { tenant, bypassCache });
          return new Map(stored === undefined ? [] : [[id, stored.revision]]);
        });
        return;
      }
      case "save":
        this.#knowSaved(await store.save(this.#buildRule(operation), { upsert: true }));
        break;
      case "replace": {
        // As a client does that changes a rule that it has read.
        const { id, owner } = operation;
        const current = await store.get(id, { tenant: owner });
        this.#knowSaved(await store.save(this.#buildRule(operation), { revision: current?.revision }));
        break;
      }
      case "delete":
        if (await store.delete(operation.id)) this.#knowDeleted(operation.id, start);
        break;
      case "apply":
      case "writeMany":
        await this.#writeSeveral(operation, start);
    }
    this.counts.writes += 1;
  }

  async #writeSeveral(operation: Operation & { readonly kind: "apply" | "writeMany" }, start: number): Promise<void> {
    const { store } = this.#options;
    const { saved, deleted, owner } = operation;
    const writes = [
      { kind: "delete", id: deleted },
      { kind: "save", rule: this.#buildRule({ id: saved, owner }), upsert: true },
    ] as const;
    if (operation.kind === "apply") {
      for (const stored of await store.apply(writes)) this.#knowSaved(stored);
      return;
    }
    for (const result of await store.writeMany(writes)) {
      if (result.kind === "saved") this.#knowSaved(result.stored);
      else if (result.kind === "deleted" && result.existed) this.#knowDeleted(deleted, start);
    }
  }

  /** Compares a reading with the states that it may return. */
  async #read(
    operation: Operation,
    filter: RuleFilter,
    ids: readonly string[],
    read: () => Promise<ReadonlyMap<string, string>>,
  ): Promise<void> {
    const { server, store, link, now, recheckMs } = this.#options;
    const before = store.metrics();
    const known = new Map(this.#known);
    const confirmed = Math.max(link.delivered, server.indexAt(now() - recheckMs));
    const found = await read();
    const after = store.metrics();
    // Other operations of the client run at the same time, so this may be theirs.
    const mayBeStale = after.staleAnswers > before.staleAnswers;
    const isCached = after.store.bypasses === before.store.bypasses;
    this.counts.reads += 1;
    if (mayBeStale) this.counts.stale += 1;
    const minimumOf = (id: string): number => Math.max(known.get(id) ?? 0, mayBeStale ? 0 : confirmed);
    const matches = (id: string, index: number): boolean => server.revisionAt(id, index, filter) === found.get(id);
    const firstMatch = (minimum: number, wanted: readonly string[]): number | undefined => {
      for (let index = minimum; index <= server.index; index += 1) if (wanted.every((id) => matches(id, index))) return index;
      return undefined;
    };
    for (const id of ids) {
      if (firstMatch(minimumOf(id), [id]) === undefined)
        this.#report(operation, `rule ${id} is ${found.get(id)}, which is older than state ${minimumOf(id)}`);
      // The oldest state that explains the result: the client cannot know more, so a later stale answer may be as old.
      this.#know(id, firstMatch(known.get(id) ?? 0, [id]) ?? 0);
    }
    if (!isCached || firstMatch(Math.max(...ids.map(minimumOf)), ids) !== undefined) return;
    this.#report(operation, "its rules were never there at one point in time");
  }

  async #list({ filter, bypassCache }: Operation & { readonly kind: "list" }): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for await (const { rule, revision } of this.#options.store.list({ filter, bypassCache })) {
      if (found.has(rule.id)) throw new Error(`rule ${rule.id} is listed twice`);
      found.set(rule.id, revision);
    }
    return found;
  }

  #buildRule({ id, owner }: Pick<Operation & { readonly kind: "save" }, "id" | "owner">): ReturnType<typeof createRule> {
    this.#saves += 1;
    return createRule({ id, name: id, content: `Text ${this.#saves} of client ${this.#options.name}.`, ...owner });
  }

  #knowSaved({ rule, revision }: StoredRule): void {
    this.#know(rule.id, this.#options.server.indexOfRevision(rule.id, revision));
  }

  #knowDeleted(id: string, after: number): void {
    this.#know(id, this.#options.server.indexOfDeletion(id, after));
  }

  #know(id: string, index: number): void {
    this.#known.set(id, Math.max(index, this.#known.get(id) ?? 0));
  }

  #report(operation: Operation, problem: string): void {
    this.#options.report({ client: this.#options.name, operation, problem });
  }
}

function isExpected(error: Error): boolean {
  return error.message === "connection lost" || PreceptError.is(error, "RULE_CONFLICT");
}
