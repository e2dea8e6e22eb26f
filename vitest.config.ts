import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { markedEnvironment } from "./private/testing/src/leftovers.ts";

// Tests run from the sources of all packages, so no build is needed.
const conditions = ["@precept/source"];

/**
 * The directory in which child processes share their compiled code: they load the sources of this repository, which Node otherwise strips of types and
 * compiles at each start. It is new for each run and outside the directories of the tests, which would contain files that no test expects.
 */
const compileCache = fileURLToPath(new URL(`node_modules/.cache/precept-tests-${process.pid}`, import.meta.url));
process.once("exit", () => rmSync(compileCache, { recursive: true, force: true }));

/**
 * Test files that replace modules or settings of modules, so that each needs new modules. All others share the modules of their worker: they restore what they change of the
 * environment. `vitest run --sequence.shuffle` tries other orders.
 */
const isolatedTests = [
  "apps/cli/src/commands/ui/ui.test.ts",
  "apps/cli/src/files/too-many-files.test.ts",
  "apps/server/src/routes/project/files.test.ts",
  "packages/embedders/src/local.test.ts",
];

/**
 * Test files that start hundreds of processes, most of them git. Each start copies the page tables of the worker, which takes 1 ms in a new worker, and 20 ms
 * in one that uses 600 MB after many test files. These files have separate workers, which stay small. The name of their project is the first in
 * the alphabet, so that they run first: some of them take long.
 */
const manyProcesses = [
  "apps/cli/src/commands/{check,checkpoint}/*.test.ts",
  "apps/cli/src/files/hostile-repository.test.ts",
  "apps/cli/src/{snapshot,code-cache}.properties.test.ts",
  "packages/enforcement/src/{enforce,git,signals}/*.test.ts",
  "private/{e2e,trials}/src/**/*.test.ts",
];

/** Test files that use one PostgreSQL server, some with Redis. The project starts and stops both. They are skipped where these are not installed. */
const withPostgres = ["packages/store-postgres/src/**/*.test.ts", "private/e2e/src/postgres/*.test.ts"];

/** Test files that use one Redis server, which the project starts and stops. They are skipped where it is not installed. */
const withRedis = ["packages/cache-redis/src/**/*.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["vitest.leftovers.ts"],
    setupFiles: ["vitest.properties.ts"],
    silent: "passed-only",
    // Ends only tests that hang: on a busy machine, a test can take a hundred times as long as alone.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Many tests wait for other processes, so that two workers use little more than one of two cores.
    maxWorkers: availableParallelism() + 2,
    env: { NODE_COMPILE_CACHE: compileCache, ...markedEnvironment() },
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"] },
    tags: [{ name: "slow", description: "Takes seconds. Runs in the trial `slow-tests`, and not in `pnpm test`." }],
    // Stubs end with the test that made them, also if it fails.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "precept",
          include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "private/*/src/**/*.test.ts"],
          exclude: [...isolatedTests, ...manyProcesses, ...withPostgres, ...withRedis],
          isolate: false,
        },
      },
      { extends: true, test: { name: "many-processes", include: manyProcesses, exclude: withPostgres, isolate: false } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: withPostgres,
          isolate: false,
          globalSetup: ["packages/store-postgres/test/server.ts", "packages/cache-redis/test/server.ts"],
        },
      },
      {
        extends: true,
        test: { name: "redis", include: withRedis, isolate: false, globalSetup: ["packages/cache-redis/test/server.ts"] },
      },
      { extends: true, test: { name: "precept-isolated", include: isolatedTests } },
    ],
  },
});
