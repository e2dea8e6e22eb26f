import { performance } from "node:perf_hooks";
import { createRulebook } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { measuredTenant } from "../tenant-rules.ts";

/** What one process measured on one database. */
export interface ResolvedTenant {
  /** The time of the first request, which reads the tenant's rules, in milliseconds. */
  readonly first: number;
  /** The median time of the later requests, in milliseconds. */
  readonly later: number;
  /** The resident memory after the requests, in bytes. */
  readonly resident: number;
  /** What was answered: evaluated and applied rules. */
  readonly answer: string;
}

const rounds = 300;

const [path = ""] = process.argv.slice(2);
await using store = createSqliteStore({ path, readOnly: true });
await using rulebook = createRulebook({ stores: [store] });
const request = { ...measuredTenant, files: ["src/7/cart.ts", "src/13/a/b.ts"], include: ["rule-7"] };

const start = performance.now();
const { totals, prompt } = await rulebook.resolve(request);
const first = performance.now() - start;
const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const begin = performance.now();
  await rulebook.resolve(request);
  times.push(performance.now() - begin);
}
const sorted = times.toSorted((left, right) => left - right);
globalThis.gc?.();
const measured: ResolvedTenant = {
  first,
  later: sorted[rounds / 2] ?? Number.NaN,
  resident: process.memoryUsage().rss,
  answer: `${totals.evaluated} ${totals.applied} ${prompt.length}`,
};
console.log(JSON.stringify(measured));
