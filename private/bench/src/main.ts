import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { formatTable, meetsGoal, type Row } from "./report.ts";
import { ResultMismatch } from "./result-mismatch.ts";

/** Loads each bench when it runs: together they load all packages and the baselines. */
const benches = {
  match: async () => (await import("./benches/match.ts")).benchMatch(),
  build: async () => (await import("./benches/build.ts")).benchBuild(),
  load: async () => (await import("./benches/load.ts")).benchLoad(),
  confinement: async () => (await import("./benches/confinement.ts")).benchConfinement(),
  explain: async () => (await import("./benches/explain.ts")).benchExplain(),
  console: async () => (await import("./benches/console.ts")).benchConsole(),
  growth: async () => (await import("./benches/growth.ts")).benchGrowth(),
  tree: async () => (await import("./benches/tree.ts")).benchTree(),
  lint: async () => (await import("./benches/lint.ts")).benchLint(),
  hooks: async () => (await import("./benches/hooks.ts")).benchHooks(),
  export: async () => (await import("./benches/export.ts")).benchExport(),
  memory: async () => (await import("./benches/memory.ts")).benchMemory(),
  reload: async () => (await import("./benches/reload.ts")).benchReload(),
  policies: async () => (await import("./benches/policies.ts")).benchPolicies(),
  commands: async () => (await import("./benches/commands.ts")).benchCommands(),
  tenants: async () => (await import("./benches/tenants.ts")).benchTenants(),
  search: async () => (await import("./benches/search.ts")).benchSearch(),
  postgres: async () => (await import("./benches/postgres.ts")).benchPostgres(),
  cache: async () => (await import("./benches/cache.ts")).benchCache(),
  tokens: async () => (await import("./benches/tokens.ts")).benchTokens(),
  http: async () => (await import("./benches/http.ts")).benchHttp(),
  adapters: async () => (await import("./benches/adapters.ts")).benchAdapters(),
} satisfies Record<string, () => Promise<readonly Row[]>>;
const names = Object.keys(benches) as (keyof typeof benches)[];

const usage = `Usage: bench [--json] [benches...]\n\nMeasures ratios against named baselines. Benches (default: all): ${names.join(", ")}.`;
process.exitCode = await run();

async function run(): Promise<number> {
  const options = { json: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (!values.help) return await runBenches(positionals, values.json);
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

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
