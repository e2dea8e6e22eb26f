import {
  cachedStore,
  createMemoryRuleCache,
  createMemoryStore,
  listStored,
  type CachedStoreOptions,
  type RuleFilter,
  type StoredRule,
} from "@precept/core";
import { createCacheWorkload } from "@precept/testing/cache-workload";
import { formatCount, formatShare, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";

const hours = 24;
const requestsPerSecond = 2;
const writesPerHour = 60;
const requests = hours * 3600 * requestsPerSecond;
const msPerRequest = 1000 / requestsPerSecond;
const requestsPerWrite = (3600 * requestsPerSecond) / writesPerHour;

/** How requests were answered. */
interface Outcome {
  readonly memory: number;
  readonly shared: number;
  readonly checks: number;
  /** The hits of the baseline in the same run. */
  readonly baseline: number;
}

/**
 * Simulates a day of requests for the rules of 200 projects, with a clock that does not wait. A hit is a request for which the store lists no rules. Every
 * answer is compared with the rules of the store, so a stale read fails the bench. Half of the writes are those of another process.
 */
export async function benchCache(): Promise<readonly Row[]> {
  const withLayers = await simulate((now) => ({ l2: { cache: createMemoryRuleCache({ now }) } }));
  const withMemory = await simulate(() => ({ l1: { maxRules: 10_000 } }));
  const row = (what: string, hits: number, outcome: Outcome, goal?: number): Row => ({
    bench: "cache",
    what,
    precept: formatShare(hits / requests),
    baseline: formatShare(outcome.baseline / requests),
    against: "results by filter, 5 min, cleared by writes",
    share: hits / requests,
    ...(goal !== undefined && { goal: { kind: "share", limit: goal } }),
  });
  const { memory, shared, checks } = withLayers;
  return [
    row(`hits of ${formatCount(requests)} requests, 1,000 rules in memory + second layer`, memory + shared, withLayers, 0.97),
    row("  … of the memory", memory, withLayers),
    row("  … of the second layer", shared, withLayers),
    row("hits, 10,000 rules in memory, no second layer", withMemory.memory, withMemory, 0.97),
    {
      bench: "cache",
      what: "  … small calls to confirm the position, for each request",
      precept: `${(withMemory.checks / requests).toFixed(3)} (${(checks / requests).toFixed(3)} with the second layer)`,
      baseline: "0",
      against: "stale for up to 5 min",
    },
  ];
}

async function simulate(optionsOf: (now: () => number) => Partial<CachedStoreOptions>): Promise<Outcome> {
  const workload = createCacheWorkload(1);
  const server = createMemoryStore({ rules: workload.rules, history: false });
  const current = new Map<string, Map<string, StoredRule>>();
  const setCurrent = (stored: StoredRule): void => {
    const project = stored.rule.projectId ?? "";
    const rules = current.get(project) ?? new Map<string, StoredRule>();
    current.set(project, rules.set(stored.rule.id, stored));
  };
  for await (const stored of server.list()) setCurrent(stored);
  let time = 0;
  const now = (): number => time;
  await using store = cachedStore(server, { now, ...optionsOf(now) });
  const baseline = new Map<string, number>();
  const outcome = { memory: 0, shared: 0, baseline: 0 };
  for (let request = 0; request < requests; request += 1) {
    time += msPerRequest;
    if (request % requestsPerWrite === 0) {
      const writer = (request / requestsPerWrite) % 2 === 0 ? store : server;
      setCurrent(await writer.save(workload.editRule(), { upsert: true }));
      baseline.clear();
    }
    const projectId = workload.pickProject();
    const { shape, filter: fields } = workload.pickFilter();
    const filter = { ...fields, tenant: { projectId } };
    const before = store.metrics();
    const found = await revisionsOf(store.list({ filter }));
    const after = store.metrics();
    if (after.store.bypasses > before.store.bypasses) throw new ResultMismatch("A request bypassed the cache.");
    if (after.store.reads === before.store.reads) outcome[after.l2.hits > before.l2.hits ? "shared" : "memory"] += 1;
    const expected = await revisionsOf(listCurrent(current, projectId, filter));
    if (found !== expected) throw new ResultMismatch(`The answer for ${projectId} after ${request} requests is stale.`);

    // The first design: a result by the parameters of the filter.
    const key = `${projectId} ${shape}`;
    const storedAt = baseline.get(key);
    if (storedAt !== undefined && time - storedAt < 5 * 60_000) outcome.baseline += 1;
    else baseline.set(key, time);
  }
  return { ...outcome, checks: store.metrics().store.checks };
}

function listCurrent(
  current: ReadonlyMap<string, ReadonlyMap<string, StoredRule>>,
  projectId: string,
  filter: RuleFilter,
): AsyncIterable<StoredRule> {
  const rules = ["", projectId].flatMap((owner) => [...(current.get(owner)?.values() ?? [])]);
  return listStored(rules, { filter }, () => undefined);
}

async function revisionsOf(rules: AsyncIterable<StoredRule>): Promise<string> {
  let revisions = "";
  for await (const { rule, revision } of rules) revisions += `${rule.id}@${revision} `;
  return revisions;
}
