import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "rolldown";

// Bundles a TypeScript program: `bundle-program.ts PATH DIRECTORY`. The text of the program is read from standard input, because some programs are
// not files. They are bundled as if they were in PATH.

const [path = "", dir = ""] = process.argv.slice(2);
const text = readFileSync(0, "utf8");

const entry: Plugin = {
  name: "entry",
  resolveId: (id) => (id === path ? path : undefined),
  load: (id) => (id === path ? text : undefined),
};

/** Lets modules of this repository find files as if they were not bundled. */
const ownUrls: Plugin = {
  name: "own-urls",
  transform: {
    filter: { id: /\.ts$/, code: "import.meta." },
    handler: (code, id) =>
      code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(id))),
  },
};

/** The modules that the program loads when it starts. */
const loadedAtStart = new Set<string>();

const startModules: Plugin = {
  name: "start-modules",
  buildEnd() {
    const pending = [path];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
        if (!loadedAtStart.has(imported)) pending.push(imported);
        loadedAtStart.add(imported);
      }
    }
  },
};

await build({
  cwd: dirname(path),
  input: { program: path },
  platform: "node",
  // Native addons cannot be bundled.
  external: (id, _, isResolved) => isResolved && /\/node_modules\/(?:better-sqlite3|sqlite-vec|@huggingface)\//.test(id),
  resolve: { conditionNames: ["@precept/source", "node", "import", "default"] },
  plugins: [entry, ownUrls, startModules],
  output: {
    dir,
    format: "esm",
    // In a separate chunk. If a module that is loaded later needed the chunk of the program, it would wait for the end of the program, which may
    // wait for that module.
    codeSplitting: { groups: [{ name: "start", test: (id) => loadedAtStart.has(id) }] },
  },
  logLevel: "silent",
});
