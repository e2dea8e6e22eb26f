import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchAdapters } from "./benches/adapters.ts";
import { benchBuild } from "./benches/build.ts";
import { benchCache } from "./benches/cache.ts";
import { benchCommands } from "./benches/commands.ts";
import { benchConfinement } from "./benches/confinement.ts";
import { benchExplain } from "./benches/explain.ts";
import { benchExport } from "./benches/export.ts";
import { benchGrowth } from "./benches/growth.ts";
import { benchHooks } from "./benches/hooks.ts";
import { benchHttp } from "./benches/http.ts";
import { benchLoad } from "./benches/load.ts";
import { benchMatch } from "./benches/match.ts";
import { benchLint } from "./benches/lint.ts";
import { benchMemory } from "./benches/memory.ts";
import { benchPolicies } from "./benches/policies.ts";
import { benchReload } from "./benches/reload.ts";
import { benchTenants } from "./benches/tenants.ts";
import { benchSearch } from "./benches/search.ts";
import { benchTokens } from "./benches/tokens.ts";
import { benchTree } from "./benches/tree.ts";
import { formatTable, meetsGoal, type Row } from "./report.ts";
import { ResultMismatch } from "./result-mismatch.ts";

const benches = {
  match: benchMatch,
  build: benchBuild,
  load: benchLoad,
  confinement: benchConfinement,
  explain: benchExplain,
  growth: benchGrowth,
  tree: benchTree,
  lint: benchLint,
  hooks: benchHooks,
  export: benchExport,
  memory: benchMemory,
  reload: benchReload,
  policies: benchPolicies,
  commands: benchCommands,
  tenants: benchTenants,
  search: benchSearch,
  cache: benchCache,
  tokens: benchTokens,
  http: benchHttp,
  adapters: benchAdapters,
} satisfies Record<string, () => Promise<readonly Row[]>>;
const names = Object.keys(benches) as (keyof typeof benches)[];

const { values, positionals } = parseArgs({ options: { json: { type: "boolean", default: false } }, allowPositionals: true });
process.exitCode = await runBenches(positionals, values.json);

/** Runs benches. @returns the exit code: 1 if an answer differs from the one of the baseline. Times never cause a failure. */
async function runBenches(requested: readonly string[], json: boolean): Promise<number> {
  const unknown = requested.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) {
    console.error(`Unknown bench "${unknown.join('", "')}". Known benches: ${names.join(", ")}.`);
    return 2;
  }
  const chosen = requested.length === 0 ? names : names.filter((name) => requested.includes(name));
  const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const rows: Row[] = [];
  let different = 0;
  if (!json) console.log(machine);
  for (const name of chosen) {
    if (process.stderr.isTTY) process.stderr.write(`${name} …\r`);
    try {
      rows.push(...(await benches[name]()));
    } catch (error) {
      if (!(error instanceof ResultMismatch)) throw error;
      different += 1;
      console.error(`${name}: the answers differ. ${error.message}`);
    }
  }
  if (json)
    console.log(JSON.stringify({ machine, rows: rows.map((row) => ({ ...row, meetsGoal: meetsGoal(row) })) }, undefined, 2));
  else console.log(`\n${formatTable(rows)}`);
  return different === 0 ? 0 : 1;
}
