import { expect, it } from "vitest";
import { findImporters, relatedTests } from "./related-tests.ts";

it("lists the tests that import a file, and those that start it as a process, the nearest first", () => {
  const texts = {
    "packages/a/package.json": '{ "name": "@precept/a", "exports": { ".": { "@precept/source": "./src/index.ts" } } }',
    "packages/a/src/index.ts": 'export { a } from "./a.ts";',
    "packages/a/src/a.ts": "",
    "packages/a/src/other.test.ts": 'import { b } from "./b.ts";',
    "packages/b/src/program.test.ts": 'spawn("node", [join(import.meta.dirname, "../program.ts")]);',
    "packages/b/program.ts": 'const { a } = await import("@precept/a");',
    "packages/b/src/b.test.ts": 'import { a } from "@precept/a";',
    "packages/a/src/a.test.ts": 'import { a } from "./a.ts";',
  };
  expect(relatedTests("packages/a/src/a.ts", findImporters(new Map(Object.entries(texts))))).toEqual([
    "packages/a/src/a.test.ts",
    "packages/b/src/b.test.ts",
    "packages/b/src/program.test.ts",
  ]);
});
