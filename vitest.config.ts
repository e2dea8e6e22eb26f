import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type TestProjectConfiguration } from "vitest/config";
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
 * Further versions of frameworks that the tests of adapters run with. The versions are the dependencies of a workspace package in `private/frameworks`.
 * `resolved` lists the packages that are taken from there, with all their subpaths.
 */
const frameworkVersions = [
  {
    name: "langchain-oldest",
    tests: "packages/langchain/src/**/*.test.ts",
    resolved: ["langchain", "@langchain/core", "@langchain/langgraph"],
  },
  ...["ai-sdk-5-oldest", "ai-sdk-5", "ai-sdk-6-oldest", "ai-sdk-6", "ai-sdk-7-oldest"].map((name) => ({
    name,
    tests: "packages/ai-sdk/src/**/*.test.ts",
    resolved: ["ai"],
  })),
  { name: "openai-agents-oldest", tests: "packages/openai-agents/src/**/*.test.ts", resolved: ["@openai/agents"] },
  { name: "mastra-oldest", tests: "packages/mastra/src/**/*.test.ts", resolved: ["@mastra/core"] },
] satisfies readonly FrameworkVersion[];

/**
 * Packages whose tests run in one process per worker, without loading all modules again for each file. Their tests must not change the environment of
 * the process or state of modules, which the next file would see. `vitest run --project precept-pure --sequence.shuffle` tries other orders.
 */
const purePackages = ["api", "core", "governance", "lint", "mdc-compat", "middleware", "store-testkit", "token-counters"];
const pureTests = `packages/{${purePackages.join(",")}}/{src,test}/**/*.test.ts`;

interface FrameworkVersion {
  readonly name: string;
  readonly tests: string;
  readonly resolved: readonly string[];
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["vitest.leftovers.ts"],
    setupFiles: ["vitest.properties.ts"],
    silent: "passed-only",
    testTimeout: 60_000,
    // Many tests wait for other processes. The default on two cores is one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    env: { NODE_COMPILE_CACHE: compileCache, ...markedEnvironment() },
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"] },
    projects: [
      {
        extends: true,
        test: {
          name: "precept",
          include: ["{packages,apps}/*/{src,test}/**/*.test.ts", "private/*/src/**/*.test.ts"],
          exclude: [pureTests],
        },
      },
      { extends: true, test: { name: "precept-pure", include: [pureTests], isolate: false } },
      ...frameworkVersions.map(testWith),
    ],
  },
});

function testWith({ name, tests, resolved }: FrameworkVersion): TestProjectConfiguration {
  return { extends: true, plugins: [resolveFrom(name, resolved)], test: { name, include: [tests] } };
}

/** Resolves packages as if a package of `private/frameworks` imported them. */
function resolveFrom(name: string, resolved: readonly string[]): Plugin {
  const importer = fileURLToPath(new URL(`private/frameworks/${name}/package.json`, import.meta.url));
  return {
    name: `resolve-from-${name}`,
    enforce: "pre",
    resolveId(source, from, options) {
      const isReplaced = resolved.some((one) => source === one || source.startsWith(`${one}/`));
      if (!isReplaced || from === importer) return undefined;
      return this.resolve(source, importer, { ...options, skipSelf: true });
    },
  };
}
