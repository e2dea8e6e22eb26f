import type { SharedState } from "@precept/core";
import { describeSharedState } from "@precept/store-testkit";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { startCuttingProxy } from "../../test/cutting-proxy.ts";
import { newSchema, url as served } from "../../test/open.ts";
import { createPostgresState, type PostgresStateOptions } from "./state.ts";

const url = served ?? "";

const schemas = new WeakMap<SharedState, string>();
let opened = 0;

async function openAt(schema: string, options: Partial<PostgresStateOptions> = {}): Promise<SharedState> {
  opened += 1;
  // With connections of its own, as in another process.
  const state = createPostgresState({ url, schema, maxConnections: 4, maxWaiting: 1000 + opened, ...options });
  await state.records("tokens", "").read();
  schemas.set(state, schema);
  return state;
}

function closeLater(state: SharedState): SharedState {
  onTestFinished(() => state[Symbol.asyncDispose]());
  return state;
}

describe.skipIf(url === "")("with PostgreSQL", () => {
  describeSharedState("PostgreSQL", {
    open: () => openAt(newSchema()),
    peer: (state) => openAt(schemas.get(state) ?? ""),
    async reopen(state) {
      await state[Symbol.asyncDispose]();
      return openAt(schemas.get(state) ?? "");
    },
    async pass(state, days) {
      const sql = postgres(url, { max: 1, onnotice: () => undefined });
      await sql.unsafe(`UPDATE ${schemas.get(state)}.state_records SET written_at = written_at - make_interval(days => ${days})`);
      await sql.end();
    },
  });

  it.each([
    ["before the client gets the answer", true],
    ["before the server gets the commit", false],
  ] as const)("says whether an update and an append were done if the connection is cut %s", async (when, isDone) => {
    const proxy = await startCuttingProxy(url);
    const schema = newSchema();
    const state = closeLater(await openAt(schema, { url: proxy.url, prepare: false }));
    const [records, log] = [state.records("approvals", "shop"), state.log("events", "shop")];
    const put = (key: string) =>
      records.update(["g"], (entries) => ({ entries: new Map([...entries, [key, { group: "g", value: "1" }]]), result: key }));
    await put("before");
    proxy.cut(when);
    const [update] = await Promise.allSettled([put("cut")]);
    expect(update.status).toBe(isDone ? "fulfilled" : "rejected");
    expect((await records.read()).has("cut")).toBe(isDone);
    await log.append({ entries: ["before"] });
    proxy.cut(when);
    const [append] = await Promise.allSettled([log.append({ entries: ["cut"] })]);
    expect(append.status).toBe(isDone ? "fulfilled" : "rejected");
    expect((await log.read({ after: 0, limit: 9 })).last).toBe(isDone ? 2 : 1);
  });

  it("tells followers about entries whose notification was lost with its connection", async () => {
    const schema = newSchema();
    const reader = closeLater(await openAt(schema, { pollMs: 200 })).log("events", "shop");
    const writer = closeLater(await openAt(schema)).log("events", "shop");
    let last = 0;
    const end = reader.follow(() => void reader.read({ after: 0, limit: 99 }).then((page) => (last = page.last)));
    onTestFinished(end);
    await writer.append({ entries: ["a"] });
    await expect.poll(() => last, { timeout: 10_000 }).toBe(1);
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE ${`listen%${schema}_state%`}`;
    await sql.end();
    await writer.append({ entries: ["b"] });
    await expect.poll(() => last, { timeout: 10_000 }).toBe(2);
  });
});
