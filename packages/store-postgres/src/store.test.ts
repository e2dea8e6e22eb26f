import { createRule, type RuleStore, type StoreEvent } from "@precept/core";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { migrations } from "./migrations.ts";
import { createPostgresStore } from "./store.ts";
import { startCuttingProxy } from "../test/cutting-proxy.ts";
import { newSchema, openStore, url as served } from "../test/open.ts";

const url = served ?? "";

const rule = (id: string, more: object = {}) => createRule({ id, name: id, content: `Text of ${id}.`, ...more });

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function closeLater(store: RuleStore): RuleStore {
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** A connection beside the stores. */
function connect(): postgres.Sql {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  return sql;
}

describe.skipIf(url === "")("with PostgreSQL", () => {
  it("creates its tables once, however many servers start at the same time", async () => {
    const schema = newSchema();
    const stores = Array.from({ length: 10 }, (_, at) => closeLater(createPostgresStore({ url, schema, maxWaiting: 1000 + at })));
    await Promise.all(stores.map((store, at) => store.save(rule(`rule-${at}`))));
    const [first] = stores;
    expect(first && (await collect(first.listIds()))).toHaveLength(10);
    const [format] = await connect().unsafe(`SELECT version FROM ${schema}.format`);
    expect(format).toEqual({ version: migrations.length });
  });

  it("continues beside a newer version that says that it can, and stops otherwise", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema }));
    const sql = connect();
    await sql.unsafe(`UPDATE ${schema}.format SET version = ${migrations.length + 1}`);
    await store.save(rule("a"));
    await closeLater(createPostgresStore({ url, schema })).save(rule("b"));
    await sql.unsafe(`UPDATE ${schema}.format SET oldest = ${migrations.length + 1}`);
    await expect(store.save(rule("c"))).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("update Precept"),
    });
    await expect(closeLater(createPostgresStore({ url, schema })).get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
  });

  it("does not create tables if it is read-only", async () => {
    const store = closeLater(createPostgresStore({ url, schema: newSchema(), readOnly: true }));
    await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(store.state().status).toBe("failed");
  });

  it("misses no change of many writers, some of which fail, and gives each one position", async () => {
    const schema = newSchema();
    const writers = await Promise.all(Array.from({ length: 4 }, async () => closeLater(await openStore({ schema }))));
    const reader = closeLater(await openStore({ schema }));
    const seen = new Set<string>();
    let position = await reader.etag();
    let isDone = false;
    const reading = (async () => {
      for (let last = false; !last;) {
        last = isDone;
        const changes = await reader.changesSince(position);
        if (changes.kind === "reset") throw new Error("The position is not known any more.");
        for (const { rule: changed } of changes.saved) seen.add(changed.id);
        position = changes.token;
      }
    })();
    const saved: string[] = [];
    await Promise.all(
      writers.map(async (store, writer) => {
        for (let at = 0; at < 40; at += 1) {
          const id = `${writer}-${at}`;
          // Every fourth write is rejected after its transaction has begun.
          if (at % 4 === 3) await store.save(rule(`${writer}-0`)).catch(() => undefined);
          else saved.push((await store.save(rule(id))).rule.id);
        }
      }),
    );
    isDone = true;
    await reading;
    expect([...seen].toSorted()).toEqual(saved.toSorted());
    expect(position.split(":")[1]).toBe(String(saved.length));
  });

  it("lists rules as of one moment, and keeps no transaction open meanwhile", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema }));
    await store.apply(Array.from({ length: 2200 }, (_, at) => ({ kind: "save", rule: rule(`r${String(at).padStart(4, "0")}`) })));
    const sql = connect();
    const listed: string[] = [];
    let open: number | undefined;
    for await (const { rule: one } of store.list()) {
      if (listed.length === 0) {
        const { revision = "" } = (await store.get("r2100")) ?? {};
        await store.save(rule("r2100", { content: "Changed." }), { revision });
        await store.delete("r2101");
        await store.save(rule("r9999"));
        // The index of the search has further short transactions.
        for (let tries = 0; tries < 200 && open !== 0; tries += 1) {
          await sleep(50);
          open = (
            await sql`SELECT 1 FROM pg_stat_activity WHERE application_name = ${`precept ${schema}`} AND state LIKE 'idle in%'`
          ).length;
        }
      }
      listed.push(one.content);
    }
    expect(open).toBe(0);
    expect(listed).toHaveLength(2200);
    expect(listed).toContain("Text of r2101.");
    expect(listed).not.toContain("Changed.");
  });

  it("lists the current state of a rule whose listed revision was pruned meanwhile", async () => {
    const store = closeLater(await openStore());
    await store.apply(Array.from({ length: 2010 }, (_, at) => ({ kind: "save", rule: rule(`r${String(at).padStart(4, "0")}`) })));
    const listed: string[] = [];
    let removed: number | undefined;
    for await (const { rule: one } of store.list()) {
      if (listed.length === 0) {
        await store.save(rule("r2009", { content: "Changed." }), { upsert: true });
        removed = await store.pruneHistory({ maxRevisions: 1 });
      }
      listed.push(one.content);
    }
    expect(removed).toBe(1);
    expect(listed.at(-1)).toBe("Changed.");
    expect(listed).toHaveLength(2010);
  });

  it("resets a subscriber whose position was pruned", async () => {
    const store = closeLater(await openStore());
    await store.save(rule("a"));
    const before = await store.etag();
    await store.save(rule("a", { content: "Two." }), { upsert: true });
    await store.pruneHistory({ maxRevisions: 1 });
    expect(await store.changesSince(before)).toMatchObject({ kind: "reset" });
    expect(await store.changesSince(await store.etag())).toMatchObject({ kind: "changed", saved: [] });
  });

  it("finds writes of other servers by notifications, and those whose notification was lost", async () => {
    const schema = newSchema();
    const events: StoreEvent[] = [];
    const reader = closeLater(await openStore({ schema, watch: true, pollMs: 300 }));
    reader.subscribe((event) => events.push(event));
    const writer = closeLater(await openStore({ schema }));
    await writer.save(rule("a"));
    await vi.waitFor(() => expect(events).toHaveLength(1), 10_000);
    const sql = connect();
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE ${`listen%${schema}%`}`;
    await writer.save(rule("b"));
    await vi.waitFor(
      () => expect(events.flatMap((event) => (event.kind === "changed" ? event.saved : []))).toHaveLength(2),
      10_000,
    );
  });

  it.each([
    ["before the client gets the answer", true],
    ["before the server gets the commit", false],
  ] as const)("says whether a write was done if its connection is cut %s", async (when, isDone) => {
    const proxy = await startCuttingProxy(url);
    // Without prepared statements, the proxy can read them.
    const store = closeLater(await openStore({ url: proxy.url, prepare: false }));
    const events: StoreEvent[] = [];
    store.subscribe((event) => events.push(event));
    await store.save(rule("before"));
    proxy.cut(when);
    const writes = ["cut", "other"].map((id) => ({ kind: "save", rule: rule(id) }) as const);
    const [outcome] = await Promise.allSettled([store.apply(writes)]);
    expect(outcome.status).toBe(isDone ? "fulfilled" : "rejected");
    expect(await store.get("cut")).toEqual(outcome.status === "fulfilled" ? outcome.value[0] : undefined);
    expect(events).toHaveLength(isDone ? 2 : 1);
    // One write is one statement, which commits by itself.
    proxy.cut(when, /Text of single/);
    const [single] = await Promise.allSettled([store.save(rule("single"))]);
    expect(single.status).toBe(isDone ? "fulfilled" : "rejected");
    expect(await store.get("single")).toEqual(single.status === "fulfilled" ? single.value : undefined);
    await store.save(rule("after"));
  });

  it("says that it is busy instead of waiting without end", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema, maxConnections: 1, maxWaiting: 1, statementTimeoutMs: 400 }));
    const sql = connect();
    const blocked = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const locking = sql.begin(async (transaction) => {
      await transaction.unsafe(`LOCK TABLE ${schema}.feed IN ACCESS EXCLUSIVE MODE`);
      isLocked.resolve();
      await blocked.promise;
    });
    await isLocked.promise;
    const outcomes = await Promise.allSettled([store.save(rule("a")), store.save(rule("b")), store.save(rule("c"))]);
    blocked.resolve();
    await locking;
    expect(outcomes.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "saved"))).toEqual([
      "STORE_FAILED",
      "STORE_FAILED",
      "STORE_FAILED",
    ]);
    await store.save(rule("a"));
  });

  it("survives connections that are ended at any moment of a transaction", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema, maxConnections: 4 }));
    const sql = connect();
    const done = new AbortController();
    const failures: unknown[] = [];
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; !done.signal.aborted; at += 1) {
        await store.save(rule(`${writer}-${at}`)).catch((error: unknown) => failures.push(error));
      }
    });
    for (let round = 0; round < 30; round += 1) {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${`precept ${schema}`}`;
      await sleep(15);
    }
    done.abort();
    await Promise.all(writing);
    expect(failures.filter((error) => (error as { code?: string }).code !== "STORE_FAILED")).toEqual([]);
    await expect
      .poll(() =>
        store.save(rule("last"), { upsert: true }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it("shares its connections with others of its process, which hear of its writes and outlive it", async () => {
    const schema = newSchema();
    const stores = Array.from({ length: 20 }, () => createPostgresStore({ url, schema, watch: true, pollMs: 60_000 }));
    const [first, second, ...others] = stores as [RuleStore, RuleStore, ...RuleStore[]];
    const heard: StoreEvent[] = [];
    second.subscribe((event) => heard.push(event));
    await Promise.all(stores.map((store, at) => store.save(rule(`a${at}`))));
    const sql = connect();
    const connections = async (): Promise<number> => {
      const [row] = await sql`SELECT count(*) FROM pg_stat_activity WHERE application_name = ${`precept ${schema}`}`;
      return Number(row?.["count"]);
    };
    // Eight, and the one that listens.
    expect(await connections()).toBeLessThanOrEqual(9);
    for (const store of others) await store[Symbol.asyncDispose]();
    heard.length = 0;
    await first.save(rule("b"));
    await expect.poll(() => heard.map(({ kind }) => kind)).toContain("changed");
    await first[Symbol.asyncDispose]();
    expect(await second.get("b")).toBeDefined();
    await second[Symbol.asyncDispose]();
    await expect.poll(connections).toBe(0);
  });

  it("refuses positions from before its feed got a new id, as after a restored backup", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema }));
    await store.save(rule("a"));
    const position = await store.etag();
    expect(await store.hasReached(position)).toBe(true);
    await connect().unsafe(`UPDATE ${schema}.feed SET id = replace(gen_random_uuid()::text, '-', '')`);
    await store.save(rule("b"));
    await expect(store.hasReached(position)).rejects.toMatchObject({ code: "POSITION_UNKNOWN" });
    expect(await store.changesSince(position)).toMatchObject({ kind: "reset" });
  });

  it("continues after all its connections were ended", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema }));
    await Promise.all(Array.from({ length: 8 }, (_, at) => store.save(rule(`a${at}`))));
    await connect()`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${`precept ${schema}`}`;
    await sleep(50);
    await store.save(rule("b")).catch(() => store.save(rule("b"), { upsert: true }));
    expect(await store.get("b")).toBeDefined();
  });
});

it("says what is wrong if the server cannot be reached, and tries again with the next call", async () => {
  const store = closeLater(createPostgresStore({ url: "postgres://127.0.0.1:1/none" }));
  const states: string[] = [];
  store.subscribe((event) => states.push(event.kind));
  const failure = { code: "STORE_FAILED", details: { retryable: true }, message: expect.stringContaining("cannot be reached") };
  await expect(store.get("a")).rejects.toMatchObject(failure);
  await expect(store.save(rule("a"))).rejects.toMatchObject(failure);
  expect(store.state().status).toBe("failed");
  expect(states).toEqual(["state"]);
});
