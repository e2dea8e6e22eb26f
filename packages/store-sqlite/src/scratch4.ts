import { SearchRules } from "../../../private/bench/src/search-rules.ts";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import { openDatabase } from "./open.ts";
import { ensureIndex } from "./search-schema.ts";
import { updateIndex } from "./search-index.ts";
import { upsertCurrent } from "./rows.ts";
import { rmSync } from "node:fs";
import { countRuleTerms } from "@precept/core";
const path = "/tmp/vecx/c.db";
for (const e of ["", "-wal", "-shm"]) rmSync(path + e, { force: true });
const g = new SearchRules();
const raw = openDatabase(openBetterSqlite3, { id: "s", path, readOnly: false, busyTimeoutMs: 5000, durability: "normal" });
ensureIndex(raw, false);
let up = 0, ix = 0, tok = 0;
for (let i = 0; i < 10000; i += 1000) {
    const rules = Array.from({ length: 1000 }, (_, k) => g.rule(i + k));
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
    const d = performance.now(); for (const r of rules) countRuleTerms(r); tok += performance.now() - d;
}
console.log({ up, ix, tok });
