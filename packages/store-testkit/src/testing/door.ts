import { PreceptError, type CancelSignal, type Rule, type RuleStore } from "@precept/core";
import { wrapStore } from "./wrap-store.ts";

/** Whether the store has a place for the rule. Files, too, have names that they can't have. */
export function canKeep({ name }: Rule): boolean {
  return !name.includes("\n");
}

function demandPlace(rule: Rule): void {
  if (!canKeep(rule)) throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: ["name: a line break"] });
}

/**
 * A store that can be closed while the data behind it stays: what a file or a database is to a durable store. As one of those would, it makes
 * what it hands out anew for each call.
 */
export function openDoor(data: RuleStore): RuleStore {
  let closed = false;
  const leaving = new Set<() => void>();
  const enter = (signal: CancelSignal | undefined): void => {
    if (closed) throw new PreceptError("STORE_CLOSED", { store: data.id });
    signal?.throwIfAborted();
  };
  return wrapStore(data, {
    async *list(options = {}) {
      enter(options.signal);
      for await (const stored of data.list(options)) yield { ...stored };
    },
    async *history(id, options = {}) {
      enter(options.signal);
      for await (const revision of data.history(id, options)) yield { ...revision };
    },
    async get(id, options = {}) {
      enter(options.signal);
      const stored = await data.get(id, options);
      return stored && { ...stored };
    },
    async save(rule, options = {}) {
      enter(options.signal);
      demandPlace(rule);
      return { ...(await data.save(rule, options)) };
    },
    async delete(id, options = {}) {
      enter(options.signal);
      return data.delete(id, options);
    },
    async apply(writes, options = {}) {
      enter(options.signal);
      for (const write of writes) if (write.kind === "save") demandPlace(write.rule);
      return (await data.apply(writes, options)).map((stored) => ({ ...stored }));
    },
    async recordUse(ids, at, options = {}) {
      enter(options.signal);
      return data.recordUse(ids, at, options);
    },
    async usage(ids, options = {}) {
      enter(options.signal);
      return data.usage(ids, options);
    },
    async reload(options = {}) {
      enter(options.signal);
    },
    subscribe(listener) {
      const leave = data.subscribe(listener);
      leaving.add(leave);
      return leave;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const leave of leaving) leave();
    },
  });
}
