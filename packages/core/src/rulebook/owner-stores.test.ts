import { expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { ManualTimers } from "../../test/manual-timers.ts";
import { buildRule, namesOf } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { createRulebook } from "./rulebook.ts";

/** A rulebook in which every user has a store, and a log of what happens to them. */
function open() {
  const log: string[] = [];
  const timers = new ManualTimers();
  const rulebook = createRulebook({
    stores: [createMemoryStore({ rules: [buildRule({ name: "shared" })] })],
    storesFor: ({ projectId, userId }): readonly RuleStore[] => {
      if (userId === undefined || projectId !== undefined) return [];
      log.push(`open ${userId}`);
      const store = createMemoryStore({ id: `user:${userId}`, rules: [buildRule({ name: `of-${userId}`, userId })] });
      return [
        wrapStore(store, {
          async [Symbol.asyncDispose]() {
            log.push(`close ${userId}`);
            await store[Symbol.asyncDispose]();
          },
        }),
      ];
    },
    ownersWithStores: async () => [{ userId: "ada" }, { userId: "bob" }],
    timers,
    idleMs: 1000,
    retry: { verifyMs: 0 },
  });
  const namesFor = async (user: string) => namesOf((await rulebook.resolve({ user })).applied);
  return { log, timers, rulebook, namesFor };
}

it("opens the stores of an owner with the first request, and closes them when no request needed them for a while", async () => {
  const { log, timers, rulebook, namesFor } = open();
  expect(log).toEqual([]);
  expect(await namesFor("ada")).toEqual(["of-ada", "shared"]);
  await namesFor("ada");
  await timers.advance(900);
  await namesFor("bob");
  await timers.advance(1000);
  await namesFor("bob");
  await timers.advance(1000);
  expect(log).toEqual(["open ada", "open bob", "close ada"]);
  await timers.advance(5000);
  expect(await namesFor("ada")).toEqual(["of-ada", "shared"]);
  expect(log).toEqual(["open ada", "open bob", "close ada", "close bob", "open ada"]);
  await rulebook[Symbol.asyncDispose]();
  expect(log.at(-1)).toBe("close ada");
});

it("keeps the stores of an owner open while a subscription for the tenant lasts", async () => {
  const { log, timers, rulebook, namesFor } = open();
  const stop = rulebook.subscribe(() => undefined, { tenant: { userId: "ada" } });
  await namesFor("ada");
  await timers.advance(10_000);
  expect(log).toEqual(["open ada"]);
  stop();
  await namesFor("bob");
  await timers.advance(10_000);
  expect(log).toEqual(["open ada", "open bob", "close ada", "close bob"]);
});

it("lists the rules of all owners with stores, and closes these stores again", async () => {
  const { log, rulebook } = open();
  expect(namesOf(await rulebook.listAll())).toEqual(["of-ada", "of-bob", "shared"]);
  expect(log).toEqual(["open ada", "open bob", "close ada", "close bob"]);
});

it("runs work with the same stores that answers are read from, and keeps them open until it ends", async () => {
  const { log, timers, rulebook, namesFor } = open();
  let finish: (() => void) | undefined;
  const working = rulebook.withStores({ userId: "ada" }, async (stores) => {
    expect(stores.map(({ id }) => id)).toEqual(["memory", "user:ada"]);
    await new Promise<void>((resolve) => (finish = resolve));
    await stores.at(-1)?.save(buildRule({ name: "new", userId: "ada" }));
    return "done";
  });
  await expect.poll(() => finish).toBeDefined();
  await namesFor("bob");
  await timers.advance(10_000);
  expect(log.filter((line) => line.endsWith("ada"))).toEqual(["open ada"]);
  finish?.();
  expect(await working).toBe("done");
  expect(await namesFor("ada")).toEqual(["new", "of-ada", "shared"]);
  expect(log.filter((line) => line.endsWith("ada"))).toEqual(["open ada"]);
  await timers.advance(10_000);
  expect(log.at(-1)).toBe("close ada");
});

it("reports the state of an owner's store to no one else", async () => {
  const failing = wrapStore(createMemoryStore({ id: "user:bob" }), {
    list: () => {
      throw new Error("The disk of bob is full");
    },
  });
  const rulebook = createRulebook({
    stores: [createMemoryStore()],
    storesFor: ({ projectId, userId }) => (userId === "bob" && projectId === undefined ? [failing] : []),
  });
  await rulebook.list({ tenant: { userId: "bob" } });
  expect(rulebook.stores().map(({ store }) => store)).toEqual(["user:bob"]);
  expect(rulebook.stores({ tenant: { userId: "bob" } }).map(({ store }) => store)).toEqual(["user:bob"]);
  expect(rulebook.stores({ tenant: { userId: "ada" } })).toEqual([]);
  await rulebook[Symbol.asyncDispose]();
});
