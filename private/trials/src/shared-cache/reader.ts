import { setTimeout } from "node:timers/promises";
import { createRedisRuleCache } from "@precept/cache-redis";
import { cachedStore, type CachedStore, type RuleStore, type StoreChange } from "@precept/core";
import { createPostgresStore } from "@precept/store-postgres";
import { createCacheWorkload } from "@precept/testing/cache-workload";
import { recheckMs, type Fault, type ReaderOptions, type ReaderReport, type Reading, type Writing } from "./report.ts";

// A separate process: reads and edits rules through its cache, and prints what it got.

const options = JSON.parse(process.argv[2] ?? "") as ReaderOptions;
const { postgresUrl, schema, redisUrl, timeoutMs, seed, requests, fault } = options;

/** How many requests are answered at a time. */
const concurrency = 4;

/** One write for so many requests: 60 an hour at 2 requests a second. */
const requestsPerWrite = 120;

await using cache = createRedisRuleCache({ url: redisUrl, timeoutMs, waitMs: timeoutMs });
await using database = createPostgresStore({ url: postgresUrl, schema, watch: true, maxConnections: 4 });
await using store = cachedStore(await withFault(database, fault), {
  now: () => performance.now(),
  recheckMs,
  l2: { cache },
});
process.stdout.write("ready\n");
// The rest begins when all processes are ready.
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdout.write(`${JSON.stringify(await run(store))}\n`);
process.stdin.destroy();

async function run(cached: CachedStore): Promise<ReaderReport> {
  const workload = createCacheWorkload(seed);
  const readings = new Map<string, Reading>();
  const writings: Writing[] = [];
  const failures: string[] = [];
  /** For each rule, the newest revision that this process wrote or read. */
  const known = new Map<string, number>();
  const know = (id: string, revision: number): void => {
    known.set(id, Math.max(revision, known.get(id) ?? 0));
  };

  const read = async (projectId: string, filter: object): Promise<void> => {
    const before = new Map(known);
    const startedAt = Date.now();
    for await (const { rule, revision } of cached.list({ filter: { ...filter, tenant: { projectId } } })) {
      const number = Number(revision);
      const least = before.get(rule.id) ?? 0;
      if (number < least) failures.push(`${rule.id} is ${number} after ${least} in the same process`);
      know(rule.id, number);
      readings.set(`${rule.id} ${number}`, { id: rule.id, revision: number, lastStartedAt: startedAt });
    }
  };
  const write = async (): Promise<void> => {
    const saved = await cached.save(workload.editRule(), { upsert: true });
    writings.push({ id: saved.rule.id, revision: Number(saved.revision), acknowledgedAt: Date.now() });
    know(saved.rule.id, Number(saved.revision));
  };

  let next = 0;
  const work = async (): Promise<void> => {
    for (let request = (next += 1); request <= requests; request = next += 1) {
      if (request % requestsPerWrite === 0) await write();
      await read(workload.pickProject(), workload.pickFilter().filter);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const metrics = cached.metrics();
  // After this time, the writes of the other processes must be there, also if they are still writing: those are not compared.
  await setTimeout(recheckMs);
  return { requests, readings: [...readings.values()], writings, failures, metrics };
}

function unchanged(after: string, token: string): StoreChange {
  return { kind: "changed", after, token, saved: [], deleted: [] };
}

/** Breaks the store under the cache, so that the trial must find stale answers. */
async function withFault(inner: RuleStore, kind: Fault | undefined): Promise<RuleStore> {
  if (kind === undefined) return inner;
  const first = await inner.etag();
  const changes: Partial<Record<keyof RuleStore, unknown>> =
    kind === "frozen-position"
      ? {
          subscribe: () => () => undefined,
          etag: async () => first,
          changesSince: async (token: string) => unchanged(token, first),
        }
      : {
          // A value of the cache is used without the changes since.
          changesSince: async (...[token, since]: Parameters<RuleStore["changesSince"]>) =>
            since?.filter?.owner === undefined ? inner.changesSince(token, since) : unchanged(token, await inner.etag()),
        };
  return new Proxy(inner, {
    get(target, name) {
      const found: unknown = name in changes ? changes[name as keyof RuleStore] : Reflect.get(target, name);
      return typeof found === "function" ? (found.bind(target) as unknown) : found;
    },
  });
}
