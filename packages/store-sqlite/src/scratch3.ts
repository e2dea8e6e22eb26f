import { SearchRules } from "../../../private/bench/src/search-rules.ts";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import { openDatabase } from "./open.ts";
import { SearchCorpus } from "./search-corpus.ts";
import { planSparseQuery, saturate } from "@precept/core";
const path = "/tmp/vecx/b.db";
const g = new SearchRules();
const time = (n: string, f: (i: number) => unknown, k = 20) => { f(0); f(0); const ts: number[] = []; for (let i = 0; i < k; i++) { const a = performance.now(); f(i); ts.push(performance.now() - a); } ts.sort((a, b) => a - b); console.log(n.padEnd(40), ts[k >> 1]!.toFixed(2), ts[Math.floor(k * .95)]!.toFixed(2)); };
for (const pragma of ["", "PRAGMA cache_size=-65536", "PRAGMA mmap_size=1000000000"]) {
const raw = openDatabase(openBetterSqlite3, { id: "s", path, readOnly: false, busyTimeoutMs: 5000, durability: "normal" });
raw.exec(pragma);
console.log(pragma);
const corpus = new SearchCorpus();
  const kind = "rareQuery";
  const plans = Array.from({ length: 80 }, (_, i) => planSparseQuery(g[kind](i), corpus.read(raw)));
  const match = (i: number) => plans[i]!.required.map((t) => `"${t}"`).join(" OR ");
  time("rowid only ranked 1001", (i) => raw.all("select rowid from search_index where search_index match ? order by rank limit 1001", match(i)), 80);
  time("rowid+terms ranked 1001", (i) => raw.all("select rowid, terms from search_index where search_index match ? order by rank limit 1001", match(i)), 80);
  time("full join ranked 1001", (i) => raw.all("SELECT d.rule_id AS id, d.length, f.terms FROM search_index f CROSS JOIN search_documents d ON d.document = f.rowid CROSS JOIN rules r ON r.id = d.rule_id WHERE search_index MATCH ? AND TRUE order by f.rank limit 1001", match(i)), 80);
  raw.close();
}
// dot variants
const n = 100000, d = 384;
const m = new Float32Array(n * d); for (let i = 0; i < m.length; i++) m[i] = (i % 17) - 8;
const q = g.vector(1);
const out = new Float32Array(n);
function dot2(q: Float32Array, m: Float32Array, out: Float32Array, rows: number, d: number) {
  for (let r = 0; r < rows; r++) { let at = r * d; let a = 0, b = 0, c = 0, e = 0; for (let i = 0; i < d; i += 4) { a += q[i]! * m[at]!; b += q[i + 1]! * m[at + 1]!; c += q[i + 2]! * m[at + 2]!; e += q[i + 3]! * m[at + 3]!; at += 4; } out[r] = a + b + c + e; }
}
function dot1(q: Float32Array, m: Float32Array, out: Float32Array, rows: number, d: number) {
  for (let r = 0; r < rows; r++) { let at = r * d; let a = 0; for (let i = 0; i < d; i++) { a += q[i]! * m[at + i]!; } out[r] = a; }
}
function dot8(q: Float32Array, m: Float32Array, out: Float32Array, rows: number, d: number) {
  for (let r = 0; r < rows; r++) { let at = r * d; let a = 0, b = 0, c = 0, e = 0; for (let i = 0; i < d; i += 8) { a += q[i]! * m[at]! + q[i+4]!*m[at+4]!; b += q[i + 1]! * m[at + 1]!+ q[i+5]!*m[at+5]!; c += q[i + 2]! * m[at + 2]!+ q[i+6]!*m[at+6]!; e += q[i + 3]! * m[at + 3]!+ q[i+7]!*m[at+7]!; at += 8; } out[r] = a + b + c + e; }
}
const q64 = Float64Array.from(q);
function dot64(q: Float64Array, m: Float32Array, out: Float32Array, rows: number, d: number) {
  for (let r = 0; r < rows; r++) { let at = r * d; let a = 0, b = 0, c = 0, e = 0; for (let i = 0; i < d; i += 4) { a += q[i]! * m[at]!; b += q[i + 1]! * m[at + 1]!; c += q[i + 2]! * m[at + 2]!; e += q[i + 3]! * m[at + 3]!; at += 4; } out[r] = a + b + c + e; }
}
// two rows at once
function dotrows(q: Float64Array, m: Float32Array, out: Float32Array, rows: number, d: number) {
  for (let r = 0; r < rows; r += 4) { let at = r * d, at2 = at + d, at3 = at2 + d, at4 = at3 + d; let a = 0, b = 0, c = 0, e = 0; for (let i = 0; i < d; i++) { const x = q[i]!; a += x * m[at + i]!; b += x * m[at2 + i]!; c += x * m[at3 + i]!; e += x * m[at4 + i]!; } out[r] = a; out[r + 1] = b; out[r + 2] = c; out[r + 3] = e; }
}
time("dot1", () => dot1(q, m, out, n, d)); time("dot4", () => dot2(q, m, out, n, d)); time("dot8", () => dot8(q, m, out, n, d)); time("dot64", () => dot64(q64, m, out, n, d)); time("dotrows", () => dotrows(q64, m, out, n, d));
