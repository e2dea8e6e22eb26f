import { defineConfig } from "vitest/config";

// Tests run from the sources of every package, so no build has to come first.
const conditions = ["@precept/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "private/*/src/**/*.test.ts"],
    setupFiles: ["vitest.properties.ts"],
    testTimeout: 60_000,
    // Programs that tests start would write it when they end, while the test removes its directories.
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"] },
  },
});
