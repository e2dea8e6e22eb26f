import type { OutputAsset, OutputChunk, Plugin } from "rolldown";

/** The modules that run for every request of an agent: the command line's entry and the commands that answer requests. */
const startModules = ["/src/run.ts", "/src/commands/explain/command.ts", "/src/commands/resolve/command.ts"];

/** Modules that must not load for a request, because each of them delays every answer. */
const slowModules: readonly RegExp[] = [
  /\/node_modules\/(?!\.pnpm\/commander@|commander\/)/,
  /\/packages\/(?:governance\/src\/(?!model\/phase\.ts$)|mcp\/|store-sqlite\/)/,
  /\/packages\/core\/src\/(?:check|report)\//,
  /\/packages\/(?:embedders|core\/src\/search\/(?!(?:cached-embedder|default-min-scores)\.ts$))/,
  /\/packages\/mdc-compat\/src\/(?:export\/(?!ledger)|import\/)/,
  /\/packages\/(?:audit-log\/|enforcement\/src\/(?:(?:enforce|git|runner)\/|load\/(?!managed-dirs\.ts$)))/,
  /\/packages\/workspace\/src\/config\/(?:schema|read-config)\.ts/,
  // Modules of Node that load a dozen others
  /^\0node:(?:perf_hooks|vm|worker_threads|stream|http|net)/,
];

type Output = readonly (OutputChunk | OutputAsset)[];

/**
 * The ids of the modules that load for a request.
 *
 * @throws Error if the bundle has no chunk for one of the start modules.
 */
export function startupModules(output: Output): ReadonlySet<string> {
  const chunks = new Map(output.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set<OutputChunk>();
  const load = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const name of chunk.imports) load(chunks.get(name));
  };
  for (const path of startModules) {
    const entry = [...chunks.values()].find(({ moduleIds, facadeModuleId }) =>
      [...moduleIds, facadeModuleId].some((id) => id?.replaceAll("\\", "/").endsWith(path)),
    );
    if (entry === undefined) throw new Error(`The bundle has no chunk for ${path}.`);
    load(entry);
  }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

/** Fails the build if a request loads a slow module. */
export const assertStartupGraph: Plugin = {
  name: "assert-startup-graph",
  generateBundle(_options, bundle) {
    const modules = [...startupModules(Object.values(bundle))];
    const found = modules.filter((id) => slowModules.some((pattern) => pattern.test(id.replaceAll("\\", "/"))));
    if (found.length > 0) this.error(`\`precept explain\` must not load these modules at start-up:\n${found.join("\n")}`);
  },
};
