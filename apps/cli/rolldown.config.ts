import { defineConfig, rolldown, type InputOptions, type OutputOptions } from "rolldown";
import { lateEntries, lateModules } from "./bundle/late-modules.ts";
import { lightBuiltins } from "./bundle/light-builtins.ts";
import { modulesOf, refuseHeavyStart } from "./bundle/start.ts";

const plugins = [lateModules, lightBuiltins];

const input: InputOptions = {
  input: { main: "src/main.ts", index: "src/index.ts", ...lateEntries },
  // The one brings a program of its own, which no bundle can hold; the others are there where somebody installed them.
  external: ["better-sqlite3", /^@secretlint\//],
  // Not "node": with that condition a package may hand out a CommonJS build, of which nothing can be left out.
  platform: "neutral",
  // As the packages themselves are built: the oldest Node that is supported knows no `await using`.
  transform: { target: "es2023" },
  resolve: { conditionNames: ["@precept/source", "import", "default"] },
};

const output: OutputOptions = { dir: "dist", format: "esm", chunkFileNames: "[name].js" };

/**
 * The program has to start fast, so nothing is looked up in node_modules, and what is needed whenever rules are asked for lies in one file. What that
 * is, the bundler knows, which leaves out the parts of a module that nobody uses: it puts the program together once to be asked, and once more.
 */
export default async () => {
  const trial = await rolldown({ ...input, plugins });
  const shared = modulesOf((await trial.generate(output)).output);
  await trial.close();
  return defineConfig({
    ...input,
    plugins: [...plugins, refuseHeavyStart],
    output: {
      ...output,
      cleanDir: true,
      codeSplitting: { groups: [{ name: "shared", test: (id) => shared.has(id) }] },
      minify: { compress: true, mangle: false },
    },
  });
};
