import { defineConfig } from "vitest/config";
import main from "../../../../vitest.config.ts";
import { root } from "../root.ts";

// The tests of one package, whose directory is in PRECEPT_MUTATED_PACKAGE.

const { projects: _, ...test } = main.test ?? {};
const { PRECEPT_MUTATED_PACKAGE: home = "packages/core" } = process.env;

export default defineConfig({
  ...main,
  root,
  test: { ...test, include: [`${home}/{src,test}/**/*.test.ts`], isolate: false },
});
