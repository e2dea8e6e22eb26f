import { defineConfig } from "vitest/config";
import main from "../../../../vitest.config.ts";
import { root } from "../root.ts";

// All tests in one project.

const { projects: _, ...test } = main.test ?? {};

export default defineConfig({
  ...main,
  root,
  test: {
    ...test,
    include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "private/*/src/**/*.test.ts"],
    isolate: false,
    bail: 1,
    // Two files at a time: each further worker imports all modules again. Run several trials side by side to use more cores.
    maxWorkers: 2,
    // Beside other trials, workers end slowly.
    teardownTimeout: 60_000,
  },
});
