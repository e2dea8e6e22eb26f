import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Tests run from the sources of all packages, so no build is needed.
const conditions = ["@precept/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "private/*/src/**/*.test.ts"],
    setupFiles: ["vitest.properties.ts"],
    testTimeout: 60_000,
    // Many tests wait for other processes. The default on two cores is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Child processes would write the cache on exit, while the test removes its directories.
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"] },
  },
});
