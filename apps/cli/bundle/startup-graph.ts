import type { OutputAsset, OutputChunk, Plugin } from "rolldown";

/** The modules that run for every request of an agent: the command line's entry and the commands that answer requests. */
const startOfRequest = ["/src/run.ts", "/src/commands/explain/command.ts", "/src/commands/resolve/command.ts"];

/** The modules that run for a check of files, in addition. */
export const startOfCheck: readonly string[] = ["/src/commands/check/command.ts", "/enforcement/src/open-policy-engine.ts"];

/** The modules that run for every hook. */
export const startOfHook: readonly string[] = ["/src/hook.ts", "/enforcement/src/open-policy-engine.ts"];

/** The module that runs for a hook before a tool reads or writes a file: it gives the agent the rules of the file. */
export const rulesOfHook: readonly string[] = ["/workspace/src/open-workspace.ts"];

/** Modules that must not load for a request, because each of them delays every answer. */
const slowModules: readonly RegExp[] = [
  /\/node_modules\/(?!\.pnpm\/(?:commander|tokenx|@noble\+hashes)@|commander\/|tokenx\/|@noble\/hashes\/)/,
  /\/packages\/(?:governance\/src\/(?!model\/(?:create-tables|phase|policy-action|priority|tables)\.ts$)|mcp\/|store-(?:sqlite|postgres)\/|cache-redis\/)/,
  /\/packages\/(?:lint\/|contract\/src\/(?!values\/))/,
  /\/packages\/(?:embedders|core\/src\/search\/(?!(?:cached-embedder|default-min-scores)\.ts$))/,
  /\/packages\/transfer\/src\/(?!ledger\/)/,
  /\/packages\/(?:audit-log\/|enforcement\/src\/(?:enforce|git|load|runner)\/)/,
  /\/packages\/workspace\/src\/config\/(?:schema|read-config)\.ts/,
  // Modules of Node that load a dozen others
  /^\0node:(?:perf_hooks|vm|worker_threads|stream|http|net)/,
];

type Output = readonly (OutputChunk | OutputAsset)[];

/**
 * The ids of the modules that load at the start.
 *
 * @param startModules the modules that run. Default: those that run for every request of an agent.
 * @throws Error if the bundle has no chunk for one of the start modules.
 */
export function startupModules(output: Output, startModules: readonly string[] = startOfRequest): ReadonlySet<string> {
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
export const assertStartupGraph: Plugin = assertNoneOf(slowModules, "precept explain");

/** Modules that must not load for a check of files. */
const slowForChecks: readonly RegExp[] = [
  /\/node_modules\/(?!\.pnpm\/(?:commander|tokenx|@noble\+hashes)@|commander\/|tokenx\/|@noble\/hashes\/)/,
  /\/packages\/(?:mcp|store-(?:sqlite|postgres)|cache-redis|embedders)\//,
  /\/packages\/(?:lint\/src\/(?!report\/)|contract\/src\/(?!values\/))/,
  /\/packages\/governance\/src\/starters\.ts/,
];

/** Fails the build if a check of files loads a slow module. */
export const assertCheckGraph: Plugin = assertNoneOf(slowForChecks, "precept check", startOfCheck);

/** Modules that must not load for a hook that has no objection. */
const slowForHooks: readonly RegExp[] = [
  /\/node_modules\/(?!\.pnpm\/@noble\+hashes@|@noble\/hashes\/)/,
  /\/packages\/(?:mcp|transfer|store-(?:sqlite|postgres)|cache-redis|embedders|agent-context)\//,
  // Of what Precept knows about tools, only their hook protocols
  /\/packages\/mdc-compat\/src\/(?!(?:hooks|tools|tables\/hooks|hook-answers\/[\w-]+|tools\/[\w-]+\/(?:[\w-]+-)?hooks)\.ts$)/,
  /\/packages\/(?:lint\/|core\/src\/search\/|contract\/src\/(?!values\/))/,
  /\/packages\/workspace\/src\/(?:config\/(?:schema|read-config)|open-workspace)\.ts/,
  /\/packages\/governance\/src\/starters\.ts/,
];

/** Fails the build if a hook loads a slow module. */
export const assertHookGraph: Plugin = assertNoneOf(slowForHooks, "precept hook", startOfHook);

function assertNoneOf(slow: readonly RegExp[], command: string, startModules?: readonly string[]): Plugin {
  return {
    name: "assert-startup-graph",
    generateBundle(_options, bundle) {
      const modules = [...startupModules(Object.values(bundle), startModules)];
      const found = modules.filter((id) => slow.some((pattern) => pattern.test(id.replaceAll("\\", "/"))));
      if (found.length === 0) return;
      // The importers that are slow themselves do not help to find the cause.
      const causes = found.flatMap((id) =>
        (this.getModuleInfo(id)?.importers ?? [])
          .filter((importer) => modules.includes(importer) && !found.includes(importer))
          .map((importer) => `${id}\n  imported by ${importer}`),
      );
      this.error(`\`${command}\` must not load these modules at start-up:\n${(causes.length > 0 ? causes : found).join("\n")}`);
    },
  };
}
