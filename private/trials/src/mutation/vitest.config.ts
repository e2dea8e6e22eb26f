import { defineConfig } from "vitest/config";
import main from "../../../../vitest.config.ts";
import { root } from "../root.ts";
import { PrintResults } from "./print-results.ts";
import { NearestFirst } from "./sequencer.ts";

// The tests of the package of one file, which is in PRECEPT_MUTATED_FILE.

const { projects: _, ...test } = main.test ?? {};
const { PRECEPT_MUTATED_FILE: mutated = "packages/core/src/index.ts" } = process.env;
const home = mutated.split("/").slice(0, 2).join("/");

export default defineConfig({
  ...main,
  root,
  test: {
    ...test,
    include: [`${home}/{src,test}/**/*.test.ts`],
    isolate: false,
    sequence: { sequencer: NearestFirst },
    reporters: [new PrintResults()],
    // Two files at a time: each further worker imports all modules again. Run several trials side by side to use more cores.
    maxWorkers: 2,
    // Beside other trials, workers end slowly.
    teardownTimeout: 60_000,
  },
});
