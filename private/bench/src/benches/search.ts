import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createTemporaryDirectory, removeDirectory } from "@precept/files";
import type { Embedder, RuleFilter, RuleStore, SearchMode } from "@precept/core";
import { createStoreOver, type SqliteStoreOptions } from "@precept/store-sqlite";
import { measurePercentiles, type Percentiles } from "../percentiles.ts";
import { RecordingDriver, StatementReplay, type RecordedStatement } from "../recording-driver.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { SearchRules, searchRulesOptions } from "../search-rules.ts";

const { rules: ruleCount, dim, projects } = searchRulesOptions;

/** Searches a SQLite file with 100,000 rules. The baseline runs the statements of each search again, without the store. */
export async function benchSearch(): Promise<readonly Row[]> {
  const dir = await createTemporaryDirectory("precept-bench-search-");
  const path = join(dir.real, "rules.db");
  const data = new SearchRules();
  try {
    await buildFile(path, data);
    const recording = new RecordingDriver();
    await using store = createStoreOver(recording.open, { path, embedder: createEmbedder(data) });
    using replay = new StatementReplay(path);
    const measurements = createTasks(store, data);
    const recorded: RecordedStatement[][][] = [];
    for (const { task, calls } of measurements) {
      const statements: RecordedStatement[][] = [];
      for (let seed = 0; seed < calls; seed += 1) statements.push(await recording.record(() => task(seed)));
      recorded.push(statements);
    }
    // Before the baselines run, which need memory too.
    const rows = [memoryRow()];
    for (const [index, measurement] of measurements.entries())
      rows.push(await measure(measurement, recorded[index] ?? [], replay));
    return rows;
  } finally {
    await removeDirectory(dir);
  }
}

/** Something to measure. */
interface Measurement {
  readonly what: string;
  readonly task: (seed: number) => Promise<unknown>;
  /** The goal, in milliseconds. */
  readonly maxP95: number;
  readonly calls: number;
  /** Statements that the baseline runs in addition. */
  readonly more: readonly RecordedStatement[];
}

/** A dense search of all rules keeps the vectors in memory. Without that, it would need this statement. */
const allVectors: RecordedStatement = { sql: "SELECT vector, data FROM search_vectors", values: [] };

const all = (): RuleFilter => ({});

function createTasks(store: RuleStore, data: SearchRules): readonly Measurement[] {
  const project = (seed: number): RuleFilter => ({ projectId: data.project((seed * 37) % projects), status: ["active"] });
  const natural = (seed: number): string => data.naturalQuery(seed);
  const rare = (seed: number): string => data.rareQuery(seed);
  const search = (mode: SearchMode, text: (seed: number) => string, filter: (seed: number) => RuleFilter) => (seed: number) =>
    store.search({ text: text(seed), mode, filter: filter(seed) });
  const fast = { maxP95: 20, calls: 220, more: [] };
  // Few calls, because the baseline takes long.
  const slow = { maxP95: 100, calls: 60, more: [allVectors] };
  return [
    { what: "filter: a project, first 50 rules", task: (seed) => list(store, project(seed)), ...fast },
    { what: "by id", task: (seed) => store.get(`rule-${(seed * 7919) % ruleCount}`), ...fast },
    { what: "sparse, natural terms, all rules", task: search("sparse", natural, all), ...fast },
    { what: "sparse, rare terms, all rules", task: search("sparse", rare, all), ...fast },
    { what: "sparse, natural terms, a project", task: search("sparse", natural, project), ...fast },
    { what: "sparse, rare terms, a project", task: search("sparse", rare, project), ...fast },
    { what: "sparse, a misspelled term, all rules", task: search("sparse", (seed) => data.misspelledQuery(seed), all), ...fast },
    { what: "dense, a project", task: search("dense", natural, project), ...fast },
    { what: "hybrid, natural terms, a project", task: search("hybrid", natural, project), ...fast },
    { what: "dense, all rules", task: search("dense", natural, all), ...slow },
    { what: "hybrid, rare terms, all rules", task: search("hybrid", rare, all), ...slow },
  ];
}

async function measure(
  { what, task, maxP95, calls, more }: Measurement,
  recorded: readonly (readonly RecordedStatement[])[],
  replay: StatementReplay,
): Promise<Row> {
  const seeds = Array.from({ length: calls }, (_, seed) => seed);
  const warmUp = Math.floor(calls / 10);
  const { precept, baseline, timeRatio } = await measurePercentiles(
    seeds.slice(warmUp),
    { precept: task, baseline: (seed) => replay.run([...(recorded[seed] ?? []), ...more]) },
    { warmUp: seeds.slice(0, warmUp), inTurn: more.length === 0 },
  );
  return {
    bench: "search",
    what,
    precept: formatPercentiles(precept),
    baseline: formatPercentiles(baseline),
    against: more.length === 0 ? "the same SQL alone" : "the same SQL, and all vectors read",
    ratio: timeRatio,
    p95: precept.p95,
    goal: { kind: "p95", limit: maxP95 },
  };
}

function formatPercentiles({ p50, p95 }: Percentiles): string {
  return `p50 ${formatTime(p50)}, p95 ${formatTime(p95)}`;
}

async function list(store: RuleStore, filter: RuleFilter): Promise<number> {
  let count = 0;
  for await (const _ of store.list({ filter, limit: 50 })) count += 1;
  return count;
}

function memoryRow(): Row {
  const vectors = ruleCount * dim * 4;
  const peak = process.resourceUsage().maxRSS * 1024;
  return {
    bench: "search",
    what: `peak memory of the process with ${formatCount(ruleCount)} rules`,
    precept: formatBytes(peak),
    baseline: formatBytes(vectors),
    against: "the vectors",
    ratio: peak / vectors,
  };
}

/** Vectors near the same centres as the rules, by a hash of the text. */
function createEmbedder(data: SearchRules): Embedder {
  return {
    info: async () => ({ id: `bench:centres:1:${dim}`, dim, maxBatch: 64 }),
    embed: async (texts) => texts.map((text) => data.vector(seedOf(text))),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function seedOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash >>> 2;
}

async function buildFile(path: string, data: SearchRules): Promise<void> {
  const options: SqliteStoreOptions = { path, durability: "normal", embedder: createEmbedder(data) };
  await using store = createStoreOver(new RecordingDriver().open, options);
  for (let start = 0; start < ruleCount; start += 1000) {
    await store.apply(Array.from({ length: 1000 }, (_, index) => ({ kind: "save", rule: data.rule(start + index) }) as const));
  }
  // The first search starts to embed the rules.
  while ((await store.search({ text: "start" })).degraded !== undefined) await setTimeout(500);
}
