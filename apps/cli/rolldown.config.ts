import { builtinModules } from "node:module";
import { defineConfig, type Plugin } from "rolldown";

/**
 * Takes from Node's modules only what is used, and loads a module when it first is. An `import` makes Node look at each export of its
 * module, and some of them load half of Node; together they took longer than the program itself.
 */
const lightBuiltins: Plugin = {
  name: "light-builtins",
  resolveId: {
    filter: { id: /^node:/ },
    handler: (id) => (builtinModules.includes(id.slice("node:".length)) ? `\0${id}` : undefined),
  },
  load: {
    // oxlint-disable-next-line no-control-regex
    filter: { id: /^\0node:/ },
    handler(id) {
      const specifier = id.slice(1);
      const load = `process.getBuiltinModule("${specifier}")`;
      const names = Object.getOwnPropertyNames(process.getBuiltinModule(specifier)).filter(isExportable);
      const whole = specifier === "node:process" ? "process" : `new Proxy({}, { get: (_, name) => ${load}[name] })`;
      const code = [
        `const whole = /* #__PURE__ */ (() => ${whole})();`,
        "export default whole;",
        ...names.map((name) =>
          isLate(specifier, name)
            ? `export const ${name} = (...args) => ${load}.${name}(...args);`
            : `export const ${name} = /* #__PURE__ */ (() => ${load}.${name})();`,
        ),
      ];
      return { code: code.join("\n"), moduleSideEffects: false };
    },
  },
};

/** Modules that Node has loaded before any program begins. */
const loadedAnyway = new Set(["node:buffer", "node:events", "node:fs", "node:path", "node:process", "node:url"]);

/** Whether it is a function, and not a class, of a module that is better loaded when the function is called. */
function isLate(specifier: string, name: string): boolean {
  const exported: unknown = Reflect.get(process.getBuiltinModule(specifier), name);
  return typeof exported === "function" && /^[a-z]/.test(name) && !loadedAnyway.has(specifier);
}

function isExportable(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default";
}

/** What is only loaded when it is needed. Paths with `/`. */
const ownChunks: readonly RegExp[] = [
  /apps\/cli\/src\/(?:main|index|slash|split-words)\.ts$/,
  /apps\/cli\/src\/terminal\/terminal\.ts$/,
  // The work of each command
  /apps\/cli\/src\/commands\/[^/]+\/(?!define)/,
  // Checking, and reports
  /core\/src\/(?:check|report)\//,
  /\/(?:find-conflicts|globs-overlap)\.ts$/,
  // Differences, exports and imports
  /apps\/cli\/src\/transfer\//,
  /mdc-compat\/src\/(?:export\/(?!ledger)|import\/)/,
  /workspace\/src\/transfer\/(?!ledger-file)/,
  /cli\/src\/terminal\/difference\.ts$/,
  /node_modules\/diff\//,
  // Model Context Protocol
  /packages\/mcp\/src\//,
  /node_modules\/@modelcontextprotocol\//,
  /node_modules\/zod\/v4\/(?:classic\/|locales\/|core\/(?:to-json-schema|json-schema))/,
  // Policies, and what they are checked against
  /governance\/src\//,
  /apps\/cli\/src\/files\//,
  /workspace\/src\/policies\/(?!lazy-policies)/,
  /store-fs\/src\/audit-log\//,
  /node_modules\/(?:re2js|@eslint-community)\//,
  // Watching
  /chokidar|readdirp/,
  /store-fs\/src\/watch\.ts$/,
  // The database
  /store-sqlite/,
  // Reading a configuration
  /workspace\/src\/config\//,
];

function isOwnChunk(id: string): boolean {
  const path = id.replaceAll("\\", "/");
  return ownChunks.some((pattern) => pattern.test(path));
}

// A chunk a command, and everything else in one: the program has to start fast, so nothing is looked up in node_modules.
export default defineConfig({
  input: { main: "src/main.ts", index: "src/index.ts" },
  // The one brings a program of its own, which no bundle can hold; the others are there where somebody installed them.
  external: ["better-sqlite3", /^@secretlint\//],
  // Not "node": with that condition a package may hand out a CommonJS build, of which nothing can be left out.
  platform: "neutral",
  plugins: [lightBuiltins],
  resolve: { conditionNames: ["@precept/source", "import", "default"] },
  output: {
    dir: "dist",
    format: "esm",
    cleanDir: true,
    chunkFileNames: "[name].js",
    codeSplitting: { groups: [{ name: "shared", test: (id) => !isOwnChunk(id) }] },
    minify: { compress: true, mangle: false },
  },
});
