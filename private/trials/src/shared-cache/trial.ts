import { setTimeout } from "node:timers/promises";
import { createPostgresStore } from "@precept/store-postgres";
import { createCacheWorkload } from "@precept/testing/cache-workload";
import { findPostgres, startPostgresServer, type PostgresServer } from "@precept/testing/postgres-server";
import { Random } from "@precept/testing/random";
import { findRedis, startRedisServer, type RedisServer } from "@precept/testing/redis-server";
import type { Round, Size } from "../trial.ts";
import { findStale } from "./find-stale.ts";
import type { Fault, ReaderOptions, ReaderReport } from "./report.ts";
import { runReaders } from "./run-readers.ts";

const processes = 3;

/** The share of requests that need no listing of the store. */
const leastHitRate = 0.97;

/** Requests of each process. Fewer would mostly be the first ones of a project, which find an empty cache. */
const requests: Readonly<Record<Size, number>> = { sample: 4000, full: 20_000 };

interface Servers {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
}

let servers: Servers | undefined;

/**
 * Three processes read rules of 200 projects, whose popularity follows Zipf's law, through one Redis from one PostgreSQL, while they edit rules. First
 * undisturbed, to count the hits; then Redis is flushed, restarted and paused. No answer may lack a write.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  servers ??= await startServers();
  if (servers === undefined) return { counts: { skipped: 1 }, failures: [], notes: ["PostgreSQL or Redis is not installed."] };
  const { redis } = servers;
  const all = await prepareReaders(servers, { seed, requests: requests[size] });
  // With time limits that a busy machine does not reach.
  const calm = await runReaders(all.map((options) => ({ ...options, timeoutMs: 10_000 })));
  const random = new Random(seed);
  const disturbed = await runReaders(all, (signal) => disturb(redis, random, signal));
  const [rate, ofMemory] = [hitRate(calm), memoryHitRate(calm)];
  return {
    counts: {
      requests: sum([...calm, ...disturbed], ({ requests: count }) => count),
      writes: sum([...calm, ...disturbed], ({ writings }) => writings.length),
      "hits of the second layer": sum([...calm, ...disturbed], ({ metrics }) => metrics.l2.hits),
      "errors of the second layer": sum([...calm, ...disturbed], ({ metrics }) => metrics.l2.errors),
      listings: sum([...calm, ...disturbed], ({ metrics }) => metrics.store.reads),
    },
    failures: [
      ...findStale(calm),
      ...findStale(disturbed),
      ...(rate < leastHitRate ? [`only ${(rate * 100).toFixed(2)} % of the requests needed no listing`] : []),
    ],
    notes: [`${(rate * 100).toFixed(2)} % of the requests needed no listing, ${(ofMemory * 100).toFixed(2)} % no cache in Redis`],
  };
}

/** Runs one broken process beside two that are not. Returns what is found. */
export async function findFault(fault: Fault): Promise<readonly string[] | undefined> {
  servers ??= await startServers();
  if (servers === undefined) return undefined;
  const [first, ...others] = await prepareReaders(servers, { seed: 1, requests: 1500 });
  return findStale(await runReaders([{ ...(first as ReaderOptions), fault }, ...others]));
}

export async function end(): Promise<void> {
  await Promise.all([servers?.postgres[Symbol.asyncDispose](), servers?.redis[Symbol.asyncDispose]()]);
  servers = undefined;
}

async function startServers(): Promise<Servers | undefined> {
  const [programs, program] = [findPostgres(), findRedis()];
  if (programs === undefined || program === undefined) return undefined;
  const [postgres, redis] = await Promise.all([startPostgresServer(programs), startRedisServer(program)]);
  return { postgres, redis };
}

/** Saves the rules in a new schema, and empties the cache. */
async function prepareReaders(
  { postgres, redis }: Servers,
  { seed, requests: count }: { readonly seed: number; readonly requests: number },
): Promise<readonly ReaderOptions[]> {
  const schema = `cache_${crypto.randomUUID().slice(0, 8)}`;
  await using store = createPostgresStore({ url: postgres.url, schema });
  await store.writeMany(createCacheWorkload(seed).rules.map((rule) => ({ kind: "save", rule })));
  await redis.stop();
  await redis.start();
  const shared = { postgresUrl: postgres.url, redisUrl: redis.url, schema, timeoutMs: 100, requests: count };
  return Array.from({ length: processes }, (_, at) => ({ ...shared, seed: seed * processes + at }));
}

/** Restarts Redis, which empties it, and keeps it from answering, again and again. */
async function disturb(redis: RedisServer, random: Random, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await setTimeout(100 + random.below(400));
    if (random.chance(0.5)) {
      await redis.stop();
      await setTimeout(random.below(100));
      await redis.start();
    } else {
      redis.pause();
      await setTimeout(random.below(400));
      redis.resume();
    }
  }
}

function hitRate(reports: readonly ReaderReport[]): number {
  // A request can need two listings, so at least so many needed none.
  return 1 - sum(reports, ({ metrics }) => metrics.store.reads) / sum(reports, ({ requests: count }) => count);
}

function memoryHitRate(reports: readonly ReaderReport[]): number {
  const hits = sum(reports, ({ metrics }) => metrics.l1.hits);
  return hits / (hits + sum(reports, ({ metrics }) => metrics.l1.misses));
}

function sum(reports: readonly ReaderReport[], count: (report: ReaderReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0);
}
