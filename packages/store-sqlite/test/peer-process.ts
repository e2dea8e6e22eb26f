import { PreceptError, type RuleStore } from "@precept/core";
import { createSqliteStore } from "../src/store.ts";
import type { PeerAnswer, PeerCall } from "./process-store.ts";

// Opens stores for another process, which calls them through messages. Ends with that process.

const stores = new Map<number, RuleStore>();

process.on("message", (call: PeerCall) => {
  void answer(call).then((message) => process.send?.(message));
});
process.on("disconnect", () => process.exit());

async function answer({ call, store: number, method, args }: PeerCall): Promise<PeerAnswer> {
  try {
    if (method === "open") {
      stores.set(number, createSqliteStore({ path: String(args[0]) }));
      return { call, value: undefined };
    }
    const store = stores.get(number);
    if (store === undefined) throw new Error("The store was not opened.");
    if (method === "close") return { call, value: await store[Symbol.asyncDispose]() };
    if (method === "subscribe") {
      const [subscription, options] = args as readonly [number, Parameters<RuleStore["subscribe"]>[1]];
      store.subscribe((event) => process.send?.({ subscription, event }), options);
      return { call, value: undefined };
    }
    const result: unknown = Reflect.apply(Reflect.get(store, method) as (...values: readonly unknown[]) => unknown, store, args);
    return { call, value: isIterable(result) ? await collect(result) : await result };
  } catch (error) {
    if (PreceptError.is(error)) return { call, failure: { code: error.code, details: error.details } };
    return { call, failure: { message: String(error) } };
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function collect(values: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const collected: unknown[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
