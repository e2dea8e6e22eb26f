import { SearchRules } from "../../../private/bench/src/search-rules.ts";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import { openDatabase } from "./open.ts";
import { withSearchIndex } from "./search-driver.ts";
import { updateIndex } from "./search-index.ts";
import { upsertCurrent } from "./rows.ts";
import { ensureSpace, findSpace } from "./vector-spaces.ts";
import { blobOf } from "./vector-blob.ts";
import { SearchCorpus } from "./search-corpus.ts";
import { searchSparse } from "./sparse-leg.ts";
import { searchDense } from "./dense-leg.ts";
import { VectorCache } from "./vector-cache.ts";
import { existsSync, statSync } from "node:fs";
const path = "/tmp/vecx/b.db";
const isNew = !existsSync(path);
const g = new SearchRules();
const o = { id: "s", path, readOnly: false, busyTimeoutMs: 5000, durability: "normal" } as const;
let t = performance.now();
const lap = (n: string) => { console.log(n, Math.round(performance.now() - t), "ms"); t = performance.now(); };
const raw = openDatabase(openBetterSqlite3, o);
const driver = withSearchIndex(raw, { open: openBetterSqlite3, store: "s", path, readOnly: false });
lap("open");
if (isNew) {
  let gen = 0, up = 0, ix = 0;
  for (let i = 0; i < 100_000; i += 1000) {
    const a = performance.now();
    const rules = Array.from({ length: 1000 }, (_, k) => g.rule(i + k));
    const b = performance.now();
    gen += b - a;
    raw.transaction(() => {
      const c = performance.now();
      for (const rule of rules) {
        const { rowid } = raw.run("INSERT INTO revisions (rule_id, deleted, written_at, rule) VALUES (?,0,'',?)", rule.id, JSON.stringify(rule));
        upsertCurrent(raw, rule, rowid);
      }
      const d = performance.now();
      up += d - c;
      updateIndex(raw);
      ix += performance.now() - d;
    });
  }
  console.log({ gen, up, ix });
  lap("rules");
  const space = ensureSpace(raw, { id: "x", dim: 384, maxBatch: 1 }, new Date());
  let n = 0;
  const vs: Float32Array[] = [];
  for (let i = 0; i < 100000; i += 1) vs.push(g.vector(i));
  lap("gen vectors");
  for (let i = 0; i < 100000; i += 1000) raw.transaction(() => { for (let k = i; k < i + 1000; k++) raw.run("INSERT INTO search_vectors (document, embedder, data) VALUES (?,?,?)", k + 1, space.embedder, blobOf(vs[k]!)); });
  lap("insert vectors");
}
console.log("MB", statSync(path).size / 1e6);
const corpus = new SearchCorpus();
const cache = new VectorCache(300e6);
const space = findSpace(raw, { id: "x" })!;
function bench(name: string, n: number, f: (i: number) => unknown) {
  const times: number[] = [];
  let first = 0;
  let r: any;
  for (let i = 0; i < n; i++) { const a = performance.now(); r = f(i); const d = performance.now() - a; if (i === 0) first = d; else times.push(d); }
  times.sort((x, y) => x - y);
  console.log(name.padEnd(34), "p50", times[Math.floor(times.length / 2)]!.toFixed(2), "p95", times[Math.floor(times.length * 0.95)]!.toFixed(2), "first", first.toFixed(1), r?.candidates?.length, r?.isCut);
}
const tenant = (i: number) => ({ tenant: { projectId: g.project((i * 37) % 1000) }, status: ["active"] as const });
bench("sparse natural all", 100, (i) => raw.snapshot(() => searchSparse(raw, corpus, g.naturalQuery(i), {})));
bench("sparse rare all", 200, (i) => raw.snapshot(() => searchSparse(raw, corpus, g.rareQuery(i), {})));
bench("sparse natural tenant", 200, (i) => raw.snapshot(() => searchSparse(raw, corpus, g.naturalQuery(i + 100), { projectId: g.project((i * 37) % 1000), status: ["active"] })));
bench("sparse rare tenant", 200, (i) => raw.snapshot(() => searchSparse(raw, corpus, g.rareQuery(i + 300), { projectId: g.project((i * 37) % 1000) , status: ["active"]})));
bench("sparse rare owner", 200, (i) => raw.snapshot(() => searchSparse(raw, corpus, g.rareQuery(i + 300), { scope: "user", projectId: g.project((i * 37) % 1000) , status: ["active"]})));
bench("dense all", 30, (i) => raw.snapshot(() => searchDense(raw, cache, g.vector(7_000_000 + i), space, {})));
bench("dense all active", 30, (i) => raw.snapshot(() => searchDense(raw, cache, g.vector(7_000_000 + i), space, { status: ["active"] })));
bench("dense project+none", 30, (i) => raw.snapshot(() => searchDense(raw, cache, g.vector(7_000_000 + i), space, { projectId: g.project(i), status: ["active"] })));
console.log("rss", Math.round(process.memoryUsage().rss / 1e6));
void tenant;
