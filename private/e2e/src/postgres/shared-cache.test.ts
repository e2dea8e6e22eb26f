import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRedisRates } from "@precept/cache-redis";
import { createRule, type RuleStore } from "@precept/core";
import { createServer } from "@precept/server";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";

const [postgresUrl, redisUrl] = [inject("postgresUrl"), inject("redisUrl")];

interface OpenOptions {
  readonly count: number;
  readonly isTrusted?: boolean;
  readonly redis?: string;
}

/** Opens a project as each of several servers does: in another directory, with the same database and the same cache. */
async function openServers({ count, isTrusted = true, redis = redisUrl ?? "" }: OpenOptions): Promise<readonly Workspace[]> {
  const id = crypto.randomUUID().slice(0, 8);
  vi.stubEnv("PRECEPT_TEST_DATABASE", postgresUrl ?? "");
  vi.stubEnv("PRECEPT_TEST_CACHE", redis);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const dir = await mkdtemp(join(tmpdir(), "precept-server-"));
      await mkdir(join(dir, ".precept"));
      const config = [
        `store: { postgres: { urlEnv: PRECEPT_TEST_DATABASE, schema: e2e_${id} } }`,
        `cache: { redis: { urlEnv: PRECEPT_TEST_CACHE, prefix: ${id} } }`,
        "project: shop",
      ];
      await writeFile(join(dir, ".precept/config.yaml"), config.join("\n"));
      const workspace = await openWorkspace(dir, {
        home: join(dir, "home"),
        watch: true,
        ...(isTrusted && { trustedDirs: [dir] }),
      });
      onTestFinished(async () => {
        await workspace[Symbol.asyncDispose]();
        await rm(dir, { recursive: true, force: true });
      });
      return workspace;
    }),
  );
}

const money = createRule({ id: "money", name: "money", content: "Amounts are in cents.", projectId: "shop" });

function databaseOf(workspace: Workspace): RuleStore {
  return workspace.storeFor("project", "postgres");
}

async function appliedAt(workspace: Workspace): Promise<readonly string[]> {
  return (await workspace.resolve()).applied.map(({ rule }) => rule.name);
}

describe.skipIf(postgresUrl === undefined || redisUrl === undefined)("servers with PostgreSQL and Redis", () => {
  it("read rules from the cache that another server read, and see each other's writes", async () => {
    const [first] = (await openServers({ count: 1 })) as [Workspace];
    await databaseOf(first).save(money);
    await vi.waitFor(async () => expect(await appliedAt(first)).toEqual(["money"]), 10_000);
    const config = first.config;
    expect(config.cache?.redis?.prefix).toBeDefined();
    const dir = first.root;
    const second = await openWorkspace(dir, { home: join(dir, "home"), watch: true, trustedDirs: [dir] });
    onTestFinished(() => second[Symbol.asyncDispose]());
    expect(await appliedAt(second)).toEqual(["money"]);
    expect(second.rulebook.metrics().l2.hits).toBeGreaterThan(0);
    await databaseOf(second).save({ ...money, content: "Amounts are in cents, always." }, { upsert: true });
    await vi.waitFor(async () => {
      expect((await first.resolve()).prompt).toContain("always");
    }, 10_000);
  });

  it("answer from the database if the cache is away, and say so", async () => {
    const [server] = (await openServers({ count: 1, redis: "redis://127.0.0.1:9" })) as [Workspace];
    await databaseOf(server).save(money);
    await vi.waitFor(async () => expect(await appliedAt(server)).toEqual(["money"]), 10_000);
    expect(server.cache?.state().status).toBe("failed");
    await using http = createServer({ workspace: server });
    const answer = await http.fetch(new Request("http://localhost/readyz"));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: "degraded",
      problems: [{ kind: "cache_failed", count: 1, reasons: [expect.stringContaining("cannot be reached")] }],
    });
  });

  it("do not use the cache of a project that the user does not trust", async () => {
    const [server] = (await openServers({ count: 1, isTrusted: false })) as [Workspace];
    expect(server.cache).toBeUndefined();
    expect((await server.diagnostics()).map(({ message }) => message).join("\n")).toContain('"cache.redis.urlEnv" is ignored');
  });
});

describe.skipIf(redisUrl === undefined)("servers that count requests in Redis", () => {
  it("allow a client as many requests together as one of them would", async () => {
    const dir = await mkdtemp(join(tmpdir(), "precept-rates-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await using workspace = await openWorkspace(dir, { home: join(dir, "home") });
    const prefix = crypto.randomUUID();
    const openServer = () => {
      const rates = createRedisRates({ url: redisUrl ?? "", prefix, timeoutMs: 20_000 });
      const server = createServer({ workspace, rates, limits: { requestsPerMinute: 3 } });
      onTestFinished(async () => {
        await server[Symbol.asyncDispose]();
        await rates[Symbol.asyncDispose]();
      });
      return server;
    };
    const servers = [openServer(), openServer()];
    const statuses: number[] = [];
    for (let request = 0; request < 6; request += 1) {
      const answer = await servers[request % 2]?.fetch(new Request("http://localhost/api/v1/rules"));
      statuses.push(answer?.status ?? 0);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});
