import { setTimeout } from "node:timers/promises";
import type { PostgresServer } from "@precept/testing/postgres-server";
import type { Random } from "@precept/testing/random";
import postgres from "postgres";
import type { Cluster, Member } from "./cluster.ts";

/** What a fault has, and for how long it can last. */
interface FaultContext {
  readonly member: Member;
  readonly cluster: Cluster;
  readonly engine: PostgresServer;
  readonly random: Random;
  /** The longest time of a delay, in milliseconds. */
  readonly maxDelayMs: number;
}

/** The faults, by their names in the report. Each is over when its promise resolves. */
export const faults: Readonly<Record<string, (context: FaultContext) => Promise<void>>> = {
  "servers killed": async ({ member, random }) => {
    await member.kill();
    await setTimeout(random.below(500));
    await member.start();
  },
  "backends of PostgreSQL ended": async ({ engine, cluster }) => {
    const sql = postgres(engine.url, { max: 1, onnotice: () => undefined });
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${`precept ${cluster.schema}`}`;
    await sql.end();
  },
  "restarts of PostgreSQL": async ({ engine, random }) => {
    await engine.stop(random.chance(0.5) ? "SIGINT" : "SIGQUIT");
    await setTimeout(random.below(500));
    await engine.start();
  },
  "connections cut": async ({ member }) => member.proxy.cut(),
  "connections delayed": async ({ member, random, maxDelayMs }) => {
    const ms = random.below(maxDelayMs);
    member.proxy.delay(ms);
    await setTimeout(ms);
  },
};
