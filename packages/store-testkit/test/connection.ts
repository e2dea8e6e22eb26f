import { PreceptError, writeEach, type CancelSignal, type Rule, type RuleStore } from "@precept/core";
import { copyOf } from "../src/subject/read.ts";
import { wrapStore } from "./wrap-store.ts";

/** Whether the store can save the rule. Like a file store, it rejects some names. */
export function canSave({ name }: Rule): boolean {
  return !name.includes("\n");
}

function assertCanSave(rule: Rule): void {
  if (!canSave(rule)) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: ["name: a line break"] });
}

/**
 * Opens a connection to data that outlives it, as a durable store does with a file or a database. Returns new objects
 * for each call.
 */
export function openConnection(data: RuleStore): RuleStore {
  let closed = false;
  const subscriptions = new Set<() => void>();
  const assertOpen = (signal: CancelSignal | undefined): void => {
    if (closed) throw new PreceptError("STORE_CLOSED", { store: data.id });
    signal?.throwIfAborted();
  };
  const connection: RuleStore = wrapStore(data, {
    async *list(options = {}) {
      assertOpen(options.signal);
      for await (const stored of data.list(options)) yield { ...stored };
    },
    async *listIds(options = {}) {
      assertOpen(options.signal);
      for await (const id of data.listIds(options)) yield { ...id };
    },
    async *history(id, options = {}) {
      assertOpen(options.signal);
      for await (const revision of data.history(id, options)) yield { ...revision };
    },
    async get(id, options = {}) {
      assertOpen(options.signal);
      const stored = await data.get(id, options);
      return stored && { ...stored };
    },
    async getMany(ids, options = {}) {
      assertOpen(options.signal);
      return new Map([...(await data.getMany(ids, options))].map(([id, stored]) => [id, { ...stored }]));
    },
    async etag(options = {}) {
      assertOpen(options.signal);
      return data.etag(options);
    },
    async changesSince(token, options = {}) {
      assertOpen(options.signal);
      return data.changesSince(token, options);
    },
    async hasReached(position, options = {}) {
      assertOpen(options.signal);
      return data.hasReached(position, options);
    },
    async pruneHistory(options) {
      assertOpen(options.signal);
      return data.pruneHistory(options);
    },
    async writeMany(writes, options = {}) {
      assertOpen(options.signal);
      return writeEach(connection, copyOf(writes), options);
    },
    async save(rule, options = {}) {
      assertOpen(options.signal);
      assertCanSave(rule);
      return { ...(await data.save(rule, options)) };
    },
    async delete(id, options = {}) {
      assertOpen(options.signal);
      return data.delete(id, options);
    },
    async apply(writes, options = {}) {
      assertOpen(options.signal);
      for (const write of writes) if (write.kind === "save") assertCanSave(write.rule);
      return (await data.apply(writes, options)).map((stored) => ({ ...stored }));
    },
    async recordUse(use, options = {}) {
      assertOpen(options.signal);
      return data.recordUse(use, options);
    },
    async usage(ids, options = {}) {
      assertOpen(options.signal);
      return data.usage(ids, options);
    },
    async reload(options = {}) {
      assertOpen(options.signal);
    },
    subscribe(listener, options) {
      const unsubscribe = data.subscribe(listener, options);
      subscriptions.add(unsubscribe);
      return unsubscribe;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  });
  return connection;
}
