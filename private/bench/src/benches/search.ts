import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createTemporaryDirectory, removeDirectory } from "@precept/files";
import type { Embedder, RuleFilter, RuleStore, SearchMode } from "@precept/core";
import { createStoreOver, type SqliteStoreOptions } from "@precept/store-sqlite";
import { measurePercentiles, type Percentiles } from "../percentiles.ts";
import { RecordingDriver, StatementReplay, type RecordedStatement } from "../recording-driver.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { SearchRules, searchRulesOptions } from "../search-rules.ts";

const { rules: ruleCount, dim } = searchRulesOptions;
const queries = 200;
const warmUp = 20;

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
    const bench = new SearchBench(recording, replay);
    const project = (seed: number): RuleFilter => ({ projectId: data.project((seed * 37) % searchRulesOptions.projects), status: ["active"] });
    const search = (mode: SearchMode, text: (seed: number) => string, filter: (seed: number) => RuleFilter = () => ({})) => {
      return (seed: number) => store.search({ text: text(seed), mode, filter: filter(seed) });
    };
    const natural = (seed: number) => data.naturalQuery(seed);
    const rare = (seed: number) => data.rareQuery(seed);
    return [
      await bench.row("filter: a project, first 50", (seed) => list(store, project(seed)), 20),
      await bench.row("by id", (seed) => store.get(`rule-${(seed * 7919) % ruleCount}`), 20),
      await bench.row("sparse, natural terms, all", search("sparse", natural), 20),
      await bench.row("sparse, rare terms, all", search("sparse", rare), 20),
      await bench.row("sparse, natural terms, a project", search("sparse", natural, project), 20),
      await bench.row("sparse, rare terms, a project", search("sparse", rare, project), 20),
      await bench.row("dense, a project", search("dense", natural, project), 20),
      await bench.row("dense, all", search("dense", natural), 100, [allVectors]),
      await bench.row("hybrid, a project", search("hybrid", natural, project), 20),
      await bench.row("hybrid, all", search("hybrid", rare), 100, [allVectors]),
      memoryRow(),
    ];
  } finally {
    await removeDirectory(dir);
  }
}

/** A dense search of all rules reads the vectors once and keeps them. Without that, it would need this statement. */
const allVectors: RecordedStatement = { sql: "SELECT vector, data FROM search_vectors", values: [] };

class SearchBench {
  readonly #recording: RecordingDriver;
  readonly #replay: StatementReplay;

  constructor(recording: RecordingDriver, replay: StatementReplay) {
    this.#recording = recording;
    this.#replay = replay;
  }

  async row(what: string, task: (seed: number) => Promise<unknown>, maxP95: number, more: readonly RecordedStatement[] = []): Promise<Row> {
    const statements = new Map<number, readonly RecordedStatement[]>();
    const seeds = Array.from({ length: warmUp + queries }, (_, index) => index);
    for (const seed of seeds) statements.set(seed, await this.#recording.record(() => task(seed)));
    const { precept, baseline, timeRatio } = await measurePercentiles(
      seeds.slice(warmUp),
      { precept: task, baseline: (seed) => this.#replay.run([...(statements.get(seed) ?? []), ...more]) },
      seeds.slice(0, warmUp),
    );
    return {
      bench: "search",
      what: `${what} (${formatCount(ruleCount)} rules)`,
      precept: formatPercentiles(precept),
      baseline: formatPercentiles(baseline),
      against: more.length === 0 ? "the same SQL alone" : "the same SQL, and all vectors read",
      ratio: timeRatio,
      p95: precept.p95,
      goal: { kind: "p95", limit: maxP95 },
    };
  }
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
    what: "peak memory of the process",
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
