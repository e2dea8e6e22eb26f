import { setTimeout } from "node:timers/promises";
import { createPostgresState } from "@precept/store-postgres";
import { findPostgres, startPostgresServer, type PostgresServer } from "@precept/testing/postgres-server";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";
import { send } from "./api.ts";
import { contend, ignoreAdvice, speakMcp, speakRpc, valueOf, writeAndRead, type Load } from "./clients.ts";
import { serverCount, startCluster, type Cluster } from "./cluster.ts";
import { faults } from "./faults.ts";
import { checkHistory } from "./history.ts";
import { followEvents, type Received } from "./stream.ts";

/** How much a round does. Times in milliseconds. */
const sizes = {
  sample: { faults: 2, pauseMs: 200, maxDelayMs: 1000, writers: 2, streams: 2, healMs: 10_000 },
  full: { faults: 8, pauseMs: 1500, maxDelayMs: 10_000, writers: 6, streams: 4, healMs: 2000 },
};

/** How long the database is slow while failed authentications are counted, in milliseconds: longer than a server waits for its count. */
const limitsDelayMs = 2500;

/** The server of all rounds. */
let engine: PostgresServer | undefined;

export async function end(): Promise<void> {
  await engine?.[Symbol.asyncDispose]();
  engine = undefined;
}

/** Runs three servers on one database under load and faults, and compares what clients saw with what must hold. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const programs = findPostgres();
  if (programs === undefined) return { counts: { skipped: 1 }, failures: [], notes: ["PostgreSQL is not installed: skipped"] };
  engine ??= await startPostgresServer(programs);
  await using cluster = await startCluster(engine);
  const random = new Random(seed);
  const settings = sizes[size];
  const failures = [...(await checkLimits(cluster))];
  const load: Load = { cluster, random, operations: [], counts: {}, isStopped: false };
  const sessions: string[] = [];
  const received = Array.from({ length: settings.streams }, (): Received => ({
    ids: [],
    first: undefined,
    last: undefined,
    resets: [],
  }));
  await send(cluster, 0, "/api/v1/rules", {
    body: { name: "shared", description: "A rule.", content: "Value 0 of shared.", scope: "project", store: "postgres" },
  });
  load.operations.push({ kind: "write", client: "", key: "shared", value: 0, start: 0, end: 0, isAcknowledged: true });
  let last = 0;
  const nextValue = (): number => (last += 1);
  const clients = [
    ...Array.from({ length: settings.writers }, (_, at) => writeAndRead(load, `own-${at}`)),
    ...Array.from({ length: 3 }, (_, at) => contend(load, `c${at}`, "shared", nextValue)),
    ...received.map((one) => followEvents(load, one)),
    ignoreAdvice(load, sessions),
    speakMcp(load, failures),
    speakRpc(load, failures),
  ];
  await setTimeout(settings.pauseMs);
  for (let at = 0; at < settings.faults; at += 1) {
    const [name, fault] = random.pick(Object.entries(faults));
    const member = random.pick(cluster.members);
    await fault({ member, cluster, engine, random, maxDelayMs: settings.maxDelayMs });
    load.counts[name] = (load.counts[name] ?? 0) + 1;
    await setTimeout(random.below(settings.pauseMs));
  }
  failures.push(...(await checkHealing(cluster, settings.healMs)));
  load.isStopped = true;
  await Promise.all(clients);
  failures.push(
    ...checkHistory(load.operations, await readFinal(load)),
    ...(await checkAdvice(cluster, sessions)),
    ...(await checkStreams(cluster, engine, received)),
  );
  const verified = await send(cluster, 1, "/api/v1/policies/audit/verify");
  const { intact } = (verified?.body ?? {}) as { intact?: boolean };
  if (intact !== true) failures.push(`the audit log is not intact: ${JSON.stringify(verified?.body)}`);
  const notes =
    failures.length === 0 ? [] : cluster.members.map((member, at) => `the log of server ${at} ends with\n${member.log()}`);
  return { counts: load.counts, failures, notes };
}

/**
 * Failed authentications are counted by all servers together, also while the database is slow: 12 a minute, and a share of 12 for the
 * seconds that the check takes. An answer with 503 says that the failure could not be counted.
 */
async function checkLimits({ members }: Cluster): Promise<readonly string[]> {
  const start = performance.now();
  const wrong = { members, token: "wrong" };
  const failOften = () => Promise.all(Array.from({ length: 40 }, (_, at) => send(wrong, at % serverCount, "/api/v1/rules")));
  const first = await failOften();
  for (const { proxy } of members) proxy.delay(limitsDelayMs);
  const answers = [...first, ...(await failOften())];
  const answered = (status: number): number => answers.filter((answer) => answer?.status === status).length;
  const more = Math.ceil((performance.now() - start) / 5000);
  const [allowed, uncounted] = [answered(401), answered(503)];
  return allowed <= 12 + more && allowed + uncounted >= 12
    ? []
    : [`${allowed} failed authentications were allowed instead of 12, and ${uncounted} could not be counted`];
}

/** Every server soon has a write of another one, without a position. */
async function checkHealing(cluster: Cluster, limitMs: number): Promise<readonly string[]> {
  const writeOnce = (at: number) =>
    send(cluster, 0, "/api/v1/rules", {
      body: { name: `healed-${at}`, description: "A rule.", content: "Text.", scope: "project", store: "postgres", force: true },
    });
  let at = 0;
  for (let answer = await writeOnce(at); answer?.status !== 201; answer = await writeOnce(at)) {
    at += 1;
    if (at > 100) return [`no write succeeds after the faults: ${JSON.stringify(answer?.body)}`];
    await setTimeout(100);
  }
  const start = performance.now();
  for (let server = 1; server < serverCount; server += 1) {
    for (;;) {
      const answer = await send(cluster, server, `/api/v1/rules/healed-${at}?scope=project`);
      if (answer?.status === 200) break;
      if (performance.now() - start > limitMs) {
        return [`server ${server} is not current after ${limitMs} ms: ${JSON.stringify(answer?.body)}`];
      }
      await setTimeout(20);
    }
  }
  return [];
}

/** The values that all servers have at the end. They must agree. */
async function readFinal({ cluster, operations }: Load): Promise<ReadonlyMap<string, number>> {
  const final = new Map<string, number>();
  for (const key of new Set(operations.map((one) => one.key))) {
    const answer = await send(cluster, 0, `/api/v1/rules/${key}?scope=project`);
    if (answer?.status === 200) final.set(key, valueOf(answer));
  }
  return final;
}

/** Advice that was given three times was ignored twice. */
async function checkAdvice(cluster: Cluster, sessions: readonly string[]): Promise<readonly string[]> {
  const answer = await send(cluster, 2, "/api/v1/policies/soft-hooks");
  if (answer?.status !== 200) return [`server 2 does not list soft hooks: ${JSON.stringify(answer?.body)}`];
  const { soft_hooks: hooks = [] } = answer.body as { soft_hooks?: { session: string; ignore_count: number }[] };
  const counts = new Map(hooks.map(({ session, ignore_count: count }) => [session, count]));
  return sessions
    .filter((session) => counts.get(session) !== 2)
    .map((session) => `advice of ${session} was ignored ${counts.get(session) ?? "never"} times instead of twice`);
}

/** Each stream has exactly the changes of the log between its first and its last event. */
async function checkStreams(
  cluster: Cluster,
  { url }: PostgresServer,
  received: readonly Received[],
): Promise<readonly string[]> {
  await using state = createPostgresState({ url, schema: cluster.schema });
  const { entries, state: feed = "{}" } = await state.log("events", "shop").read({ after: 0, limit: 100_000 });
  const { id: log = "" } = JSON.parse(feed) as { id?: string };
  const changes = entries.filter(({ value }) => value.includes('"type":"rules_changed"')).map(({ position }) => position);
  const positionOf = (id: string | undefined): number => Number(id?.slice(log.length + 1));
  return received.flatMap(({ ids, first, last, resets }, at) => {
    if (first === undefined) return [`stream ${at} received nothing`];
    if (resets.length > 0) return [`stream ${at} was reset: ${resets.join(", ")}`];
    const expected = changes.filter((position) => position > positionOf(first) && position <= positionOf(last));
    const found = ids.filter((id) => id !== first).map(positionOf);
    return JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [`stream ${at} has the changes ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
  });
}
