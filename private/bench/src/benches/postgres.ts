import { performance } from "node:perf_hooks";
import { createRulebook, type Rule, type RuleStore } from "@precept/core";
import { createPostgresStore } from "@precept/store-postgres";
import { findPostgres, startPostgresServer } from "@precept/testing/postgres-server";
import postgres from "postgres";
import { measurePercentiles, type PairedPercentiles } from "../percentiles.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { SearchRules, searchRulesOptions } from "../search-rules.ts";

const ruleCount = Number(process.env["PRECEPT_BENCH_POSTGRES_RULES"] ?? 2000);
const projects = Math.max(1, Math.floor(ruleCount / 100));
const calls = 120;
const batch = 1000;

/** Compares a store in PostgreSQL with the SQL that the same work needs at least, on one server, which does not wait for the disk. */
export async function benchPostgres(): Promise<readonly Row[]> {
  const programs = findPostgres();
  if (programs === undefined) {
    return [
      { bench: "postgres", what: "PostgreSQL", precept: "", baseline: "", against: "", skipped: "PostgreSQL is not installed" },
    ];
  }
  await using server = await startPostgresServer(programs);
  const data = new SearchRules({ ...searchRulesOptions, rules: ruleCount, projects, dim: 1, centres: 1 });
  await using store = createPostgresStore({ url: server.url });
  await store.reload();
  const raw = new RawTables(postgres(server.url, { onnotice: () => undefined }));
  try {
    await raw.create();
    const rules = Array.from({ length: ruleCount }, (_, at) => data.rule(at));
    return [...(await benchBulk(store, raw, rules)), ...(await benchCalls(store, raw, data))];
  } finally {
    await raw.end();
  }
}

async function benchBulk(store: RuleStore, raw: RawTables, rules: readonly Rule[]): Promise<readonly Row[]> {
  const baseline = await timeOf(() => raw.copy(rules));
  const written = await timeOf(async () => {
    for (let start = 0; start < rules.length; start += batch) {
      await store.writeMany(rules.slice(start, start + batch).map((rule) => ({ kind: "save", rule })));
    }
  });
  const indexed = await timeOf(async () => {
    for (let isIndexed = false; !isIndexed;) {
      isIndexed = await store.search({ text: "start" }).then(
        () => true,
        () => false,
      );
    }
  });
  await raw.analyze();
  const row = (what: string, precept: number): Row => ({
    bench: "postgres",
    what: `${what} ${formatCount(rules.length)} rules`,
    precept: formatTime(precept),
    baseline: formatTime(baseline),
    against: "COPY into two tables",
    ratio: precept / baseline,
  });
  return [
    { ...row("write", written), goal: { kind: "times", limit: 1.5 } },
    row("write, and wait until a search finds", written + indexed),
  ];
}

async function benchCalls(store: RuleStore, raw: RawTables, data: SearchRules): Promise<readonly Row[]> {
  const project = (seed: number): string => data.project((seed * 37) % projects);
  const tenant = (seed: number) => ({ projectId: project(seed) });
  const found = await collect(store, project(1));
  const expected = await raw.list(project(1));
  if (found.length !== expected.length) throw new ResultMismatch(`${found.length} rules instead of ${expected.length}`);
  await using rulebook = createRulebook({ stores: [store] });
  const search = (text: (seed: number) => string) => ({
    precept: (seed: number) => store.search({ text: text(seed), mode: "sparse", filter: { tenant: tenant(seed) } }),
    baseline: (seed: number) => raw.search(text(seed), project(seed)),
  });
  const tasks = {
    "by id": {
      precept: (seed: number) => store.get(`rule-${(seed * 7919) % ruleCount}`),
      baseline: (seed: number) => raw.get(`rule-${(seed * 7919) % ruleCount}`),
    },
    "by id, for a tenant": {
      precept: (seed: number) => store.get(`rule-${(seed * 7919) % ruleCount}`, { tenant: tenant(seed) }),
      baseline: (seed: number) => raw.get(`rule-${(seed * 7919) % ruleCount}`),
    },
    "list the rules of a tenant": {
      precept: (seed: number) => collect(store, project(seed)),
      baseline: (seed: number) => raw.list(project(seed)),
    },
    "resolve for a tenant": {
      precept: (seed: number) => rulebook.resolve({ prompt: data.naturalQuery(seed), project: project(seed) }),
      baseline: (seed: number) => raw.list(project(seed)),
    },
    "search, natural terms, a tenant": search((seed) => data.naturalQuery(seed)),
    "search, rare terms, a tenant": search((seed) => data.rareQuery(seed)),
    "save one rule": {
      precept: (seed: number) => store.save(data.rule(ruleCount + seed), { upsert: true }),
      baseline: (seed: number) => raw.save(data.rule(ruleCount + seed)),
    },
  };
  const rows: Row[] = [];
  for (const [what, task] of Object.entries(tasks)) {
    const seeds = Array.from({ length: calls }, (_, seed) => seed);
    const measured = await measurePercentiles(seeds.slice(20), task, { warmUp: seeds.slice(0, 20), inTurn: true });
    rows.push(rowOf(what, measured));
  }
  return rows;
}

function rowOf(what: string, { precept, baseline, timeRatio }: PairedPercentiles): Row {
  return {
    bench: "postgres",
    what,
    precept: formatPercentiles(precept),
    baseline: formatPercentiles(baseline),
    against: "raw SQL",
    ratio: timeRatio,
    goal: { kind: "times", limit: 1.5 },
  };
}

function formatPercentiles({ p50, p95 }: PairedPercentiles["precept"]): string {
  return `p50 ${formatTime(p50)}, p95 ${formatTime(p95)}`;
}

async function collect(store: RuleStore, projectId: string): Promise<readonly Rule[]> {
  const rules: Rule[] = [];
  for await (const { rule } of store.list({ filter: { tenant: { projectId } } })) rules.push(rule);
  return rules;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The tables of a program that stores rules and their revisions itself, and the statements that it needs. */
class RawTables {
  readonly #sql: postgres.Sql;

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  async create(): Promise<void> {
    await this.#sql`CREATE SCHEMA raw`;
    await this.#sql`CREATE TABLE raw.rules (id text PRIMARY KEY, project_id text, rule text NOT NULL, words tsvector)`;
    await this.#sql`CREATE TABLE raw.revisions (revision bigserial PRIMARY KEY, id text NOT NULL, rule text NOT NULL)`;
    await this.#sql`CREATE INDEX ON raw.rules (project_id)`;
    await this.#sql`CREATE INDEX ON raw.revisions (id)`;
  }

  async copy(rules: readonly Rule[]): Promise<void> {
    const lines = rules.map((rule) => ({ rule, text: escapeForCopy(JSON.stringify(rule)) }));
    const into = async (head: string, rows: readonly string[]): Promise<void> => {
      const stream = await this.#sql.unsafe(`COPY ${head} FROM STDIN`).writable();
      for (let start = 0; start < rows.length; start += batch) stream.write(rows.slice(start, start + batch).join(""));
      await new Promise((resolve, reject) => stream.on("error", reject).end(resolve));
    };
    await into(
      "raw.rules (id, project_id, rule)",
      lines.map(({ rule, text }) => `${rule.id}\t${rule.projectId ?? "\\N"}\t${text}\n`),
    );
    await into(
      "raw.revisions (id, rule)",
      lines.map(({ rule, text }) => `${rule.id}\t${text}\n`),
    );
  }

  /** Builds the index of words, which no measurement includes. */
  async analyze(): Promise<void> {
    await this.#sql`UPDATE raw.rules SET words = to_tsvector('simple', rule)`;
    await this.#sql`CREATE INDEX ON raw.rules USING gin (words)`;
    await this.#sql`ANALYZE`;
  }

  async get(id: string): Promise<unknown> {
    const [row] = await this.#sql`SELECT rule FROM raw.rules WHERE id = ${id}`;
    return row && (JSON.parse(String(row["rule"])) as unknown);
  }

  async list(project: string): Promise<readonly unknown[]> {
    const rows = await this.#sql`SELECT rule FROM raw.rules WHERE project_id IS NULL OR project_id = ${project} ORDER BY id`;
    return rows.map((row) => JSON.parse(String(row["rule"])) as unknown);
  }

  /** The ten best rules by the database's own rank, which knows neither rare words nor spelling. */
  async search(text: string, project: string): Promise<readonly unknown[]> {
    const query = text.split(" ").join(" | ");
    const rows = await this.#sql`
      SELECT rule FROM raw.rules WHERE words @@ to_tsquery('simple', ${query}) AND (project_id IS NULL OR project_id = ${project})
      ORDER BY ts_rank(words, to_tsquery('simple', ${query})) DESC LIMIT 10`;
    return rows.map((row) => JSON.parse(String(row["rule"])) as unknown);
  }

  async save(rule: Rule): Promise<void> {
    const text = JSON.stringify(rule);
    await this.#sql`
      WITH added AS (INSERT INTO raw.revisions (id, rule) VALUES (${rule.id}, ${text}))
      INSERT INTO raw.rules (id, project_id, rule) VALUES (${rule.id}, ${rule.projectId ?? null}, ${text})
      ON CONFLICT (id) DO UPDATE SET rule = excluded.rule`;
  }

  async end(): Promise<void> {
    await this.#sql.end();
  }
}

function escapeForCopy(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
}
