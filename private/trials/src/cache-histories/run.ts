import { cachedStore, type CachedStore, type RuleCache, type RuleStore } from "@precept/core";
import { Random } from "@precept/testing/random";
import { Client, type Violation } from "./client.ts";
import { createLink } from "./link.ts";
import { Network, type Decisions } from "./network.ts";
import { allFilters, pickIncident, pickOperation, type Incident, type Operation } from "./operation.ts";
import { Server } from "./server.ts";
import { createUnreliableCache } from "./shared-cache.ts";

const recheckMs = 30_000;

/** Opens the store under test on the connection of a client. */
export type OpenStore = (
  store: RuleStore,
  options: { readonly now: () => number; readonly recheckMs: number; readonly maxRules: number; readonly cache: RuleCache },
) => Pick<CachedStore, "list" | "get" | "save" | "delete" | "apply" | "writeMany" | "metrics">;

/** The result of a history. */
export interface HistoryOutcome {
  readonly violations: readonly Violation[];
  /** The operations and incidents, in the order of their start. */
  readonly log: readonly (Incident | (Operation & { readonly client: number }))[];
  readonly counts: Client["counts"];
  /** The sum of the metrics of the clients. */
  readonly hits: number;
  readonly sharedHits: number;
}

const openCachedStore: OpenStore = (store, { now, recheckMs: recheck, maxRules, cache }) =>
  cachedStore(store, { now, recheckMs: recheck, l1: { maxRules }, l2: { cache } });

/** Runs a random history of concurrent reads and writes of two or three clients over an unreliable network, and compares every result. */
export async function runHistory(seed: number, open: OpenStore = openCachedStore): Promise<HistoryOutcome> {
  const decisions = createDecisions(seed);
  let time = 0;
  const now = (): number => time;
  const network = new Network(decisions, () => {
    if (decisions.chance(0.05)) time += decisions.below(40_000);
  });
  const server = new Server(now);
  const violations: Violation[] = [];
  const cache = createUnreliableCache(network, decisions);
  const stores: ReturnType<OpenStore>[] = [];
  const clients = Array.from({ length: 2 + decisions.below(2) }, (_, name) => {
    const link = createLink(server, network, decisions);
    const store = open(link.store, { now, recheckMs, maxRules: decisions.chance(0.3) ? 2 : 100, cache });
    stores.push(store);
    return new Client({ name, store, link, server, now, recheckMs, report: (violation) => violations.push(violation) });
  });
  const log: HistoryOutcome["log"][number][] = [];
  const running: Promise<void>[] = [];

  // How many messages arrive before the next operation starts: with few, more operations run at the same time.
  const speed = [3, 6, 12][decisions.below(3)] ?? 3;
  const steps = 10 + decisions.below(30);
  for (let step = 0; step < steps; step += 1) {
    const name = decisions.below(clients.length);
    const client = clients[name];
    if (client === undefined) continue;
    if (decisions.chance(0.75)) {
      const operation = pickOperation(decisions);
      log.push({ ...operation, client: name });
      running.push(client.perform(operation));
    } else {
      const incident = pickIncident(decisions);
      log.push(incident);
      if (incident.kind === "time") time += incident.ms;
      else if (incident.kind === "wait") await network.deliver(1000);
      else if (incident.kind === "reset") client.link.send({ kind: "reset", token: await server.store.etag() });
      else if (incident.kind === "state") client.link.send({ kind: "state" });
      else client.link.isDown = incident.kind === "down";
    }
    await network.deliver(decisions.below(speed));
  }

  for (const { link } of clients) link.isDown = false;
  await network.deliver(Number.POSITIVE_INFINITY);
  await Promise.all(running);
  await expectConvergence();
  const counts = clients.map((client) => client.counts);
  const sum = (of: (item: Client["counts"]) => number): number => counts.reduce((total, item) => total + of(item), 0);
  const metrics = stores.map((store) => store.metrics());
  return {
    violations,
    log,
    counts: {
      reads: sum((c) => c.reads),
      writes: sum((c) => c.writes),
      failed: sum((c) => c.failed),
      stale: sum((c) => c.stale),
    },
    hits: metrics.reduce((total, { l1 }) => total + l1.hits, 0),
    sharedHits: metrics.reduce((total, { l2 }) => total + l2.hits, 0),
  };

  /** After the faults have ended, every client must see the last state. */
  async function expectConvergence(): Promise<void> {
    time += recheckMs;
    decisions.stop();
    const reads = clients.flatMap((client) => allFilters.map((filter) => client.expectCurrent(filter)));
    await network.deliver(Number.POSITIVE_INFINITY);
    await Promise.all(reads);
  }
}

/** @returns decisions that depend on the seed only. After `stop`, no fault happens any more. */
function createDecisions(seed: number): Decisions & { readonly stop: () => void } {
  const random = new Random(seed);
  let isStopped = false;
  return {
    below: (limit) => random.below(limit),
    chance: (probability) => !isStopped && random.below(1_000_000) < probability * 1_000_000,
    stop: () => (isStopped = true),
  };
}
