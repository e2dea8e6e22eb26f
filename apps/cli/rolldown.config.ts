import { createHash } from "node:crypto";
import {
  defineConfig,
  rolldown,
  type InputOptions,
  type OutputAsset,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
} from "rolldown";
import { cachedScripts, scriptProgram } from "./bundle/cached-scripts.ts";
import { commonJsTelemetry } from "./bundle/common-js-telemetry.ts";
import { consoleFile } from "./bundle/console-file.ts";
import { lazyBuiltins } from "./bundle/lazy-builtins.ts";
import { lazyEntries, lazyModules, rarelyUsed } from "./bundle/lazy-modules.ts";
import { licenses } from "./bundle/licenses.ts";
import { requiredBuiltins } from "./bundle/required-builtins.ts";
import { starterFiles } from "./bundle/starter-files.ts";
import {
  assertCheckGraph,
  assertHookGraph,
  assertStartupGraph,
  rulesOfHook,
  startOfCheck,
  startOfHook,
  startupModules,
} from "./bundle/startup-graph.ts";

const plugins = [starterFiles, lazyModules(rarelyUsed), commonJsTelemetry, requiredBuiltins, lazyBuiltins];

const shared: InputOptions = {
  // Optional peers: better-sqlite3 and the ONNX runtime of transformers are native addons, which cannot be bundled.
  external: ["better-sqlite3", "@huggingface/transformers", /^gpt-tokenizer\//, /^@secretlint\//],
  // Not "node": with that condition a package may resolve to a CommonJS build, which cannot be tree-shaken.
  platform: "neutral",
  // As in the packages: the oldest supported Node has no `await using`.
  transform: { target: "es2023" },
  // The main fields are for packages of the server that have no exports.
  resolve: { conditionNames: ["@precept/source", "import", "default"], mainFields: ["module", "main"] },
};

const program: InputOptions = { ...shared, input: { run: "src/run.ts", index: "src/index.ts", ...lazyEntries(rarelyUsed) } };

const output: OutputOptions = {
  dir: "dist",
  format: "esm",
  chunkFileNames: "[name].js",
  minify: { compress: true, mangle: false },
};

/** Lets a bundle load other bundles at run time. */
const externalPrograms: Plugin = {
  name: "external-programs",
  resolveId: {
    filter: { id: /^\.\/(?:run|hook|code-cache)\.ts$/ },
    handler: (id) => ({ id: id.replace(/\.ts$/, ".js"), external: true }),
  },
};

const hookPrefix = "hook-";

/** `precept hook`, which must start fast: a bundle of its own, so that it loads nothing of the other commands. */
const hookProgram: InputOptions = { ...shared, input: { hook: "src/hook.ts", ...lazyEntries(rarelyUsed, hookPrefix) } };

const hookPlugins = [
  externalPrograms,
  starterFiles,
  lazyModules(rarelyUsed, hookPrefix, "import.meta.load"),
  commonJsTelemetry,
  requiredBuiltins,
  lazyBuiltins,
];

const hookOutput: OutputOptions = { ...output, chunkFileNames: `${hookPrefix}[name].js` };

/** Returns a digest of the files of a bundle: its code, and what it reads. */
function digestOf(files: readonly (OutputChunk | OutputAsset)[]): string {
  const sorted = files.toSorted((left, right) => (left.fileName < right.fileName ? -1 : 1));
  const digest = createHash("sha256");
  for (const file of sorted) digest.update(file.type === "chunk" ? file.code : file.source);
  return digest.digest("hex").slice(0, 16);
}

/**
 * Several bundles. `main.js` checks the release of Node and turns on the caches of compiled code, so it contains what it needs for that, except
 * `code-cache.js`, which the other bundles use, too. The program's modules that load for every request are in one file, `shared.js`, for a fast start. The
 * first of two builds finds out which modules they are.
 */
export default async () => {
  const trial = await rolldown({ ...program, plugins: [...plugins, consoleFile] });
  const { output: files } = await trial.generate(output);
  const startup = startupModules(files);
  const check = startupModules(files, startOfCheck);
  await trial.close();
  const hookTrial = await rolldown({ ...hookProgram, plugins: hookPlugins });
  const { output: hookFiles } = await hookTrial.generate(hookOutput);
  const hookStartup = startupModules(hookFiles, startOfHook);
  const hookRules = startupModules(hookFiles, rulesOfHook);
  await hookTrial.close();
  // See `buildVersion` of `@precept/files`.
  const transform = { ...shared.transform, define: { __PRECEPT_BUILD__: JSON.stringify(digestOf(files)) } };
  return defineConfig([
    {
      ...program,
      transform,
      plugins: [...plugins, consoleFile, assertStartupGraph, assertCheckGraph, licenses, cachedScripts(["shared", "check"])],
      output: {
        ...output,
        cleanDir: true,
        codeSplitting: {
          groups: [
            { name: "shared", test: (id) => startup.has(id) },
            { name: "check", test: (id) => check.has(id) && !startup.has(id) },
          ],
        },
      },
    },
    {
      ...hookProgram,
      transform,
      plugins: [...hookPlugins, assertHookGraph, scriptProgram("hook")],
      // A hook that needs no rules does not load what reads them.
      output: {
        ...hookOutput,
        codeSplitting: {
          groups: [
            { name: "shared", test: (id) => hookStartup.has(id) },
            { name: "rules", test: (id) => hookRules.has(id) && !hookStartup.has(id) },
          ],
        },
      },
    },
    { ...shared, input: { main: "src/main.ts" }, plugins: [externalPrograms, ...plugins], output },
    { ...shared, input: { "code-cache": "src/code-cache.ts" }, plugins, output },
  ]);
};
