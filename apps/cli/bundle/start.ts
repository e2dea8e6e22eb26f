import type { OutputAsset, OutputChunk, Plugin } from "rolldown";

/** Where the program begins that runs for every request of an agent: what leads to every command, and the commands that answer. */
const start = ["/src/run.ts", "/src/commands/explain/command.ts", "/src/commands/resolve/command.ts"];

/** What none of that may load: each makes every answer wait. */
const heavy: readonly RegExp[] = [
  /\/node_modules\/(?!\.pnpm\/commander@|commander\/)/,
  /\/packages\/(?:governance\/src\/(?!model\/phase\.ts$)|mcp\/|store-sqlite\/)/,
  /\/packages\/core\/src\/(?:check|report)\//,
  /\/packages\/mdc-compat\/src\/(?:export\/(?!ledger)|import\/)/,
  /\/packages\/workspace\/src\/(?:config\/(?:schema|read-config)\.ts|policies\/(?:enforce|git|load|runner)\/)/,
  // Node's own: each brings a dozen modules along.
  /^\0node:(?:perf_hooks|vm|worker_threads|stream|http|net)/,
];

type Output = readonly (OutputChunk | OutputAsset)[];

/** The modules that are loaded for a request, by their ids; those of `main.ts`, which stands alone, are left out. */
export function modulesOf(output: Output): ReadonlySet<string> {
  const chunks = new Map(output.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<OutputChunk>();
  const load = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const name of chunk.imports) load(chunks.get(name));
  };
  for (const path of start) {
    const entry = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.replaceAll("\\", "/").endsWith(path));
    if (entry === undefined) throw new Error(`The bundle has no chunk for ${path}.`);
    load(entry);
  }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

/** Fails the build where a request would load what it must not. */
export const refuseHeavyStart: Plugin = {
  name: "refuse-heavy-start",
  generateBundle(_options, bundle) {
    const first = Object.values(bundle).find((file) => file.fileName === "main.js");
    if (first?.type !== "chunk" || first.imports.length > 0)
      this.error("main.js has to stand alone: what it imports is not read from the cache of compiled code.");
    const modules = [...modulesOf(Object.values(bundle))];
    const found = modules.filter((id) => heavy.some((pattern) => pattern.test(id.replaceAll("\\", "/"))));
    if (found.length > 0) this.error(`\`precept explain\` would load what it must not:\n${found.join("\n")}`);
  },
};
