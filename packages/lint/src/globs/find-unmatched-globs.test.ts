import { createRule } from "@precept/core";
import { expect, it } from "vitest";
import { findUnmatchedGlobs } from "./find-unmatched-globs.ts";

it("suggests a path inside the directory of the rule", () => {
  const rule = createRule({
    id: "project:a",
    name: "a",
    inclusion: "fileMatch",
    globs: ["srcs/**"],
    origin: { store: "fs", base: "packages/web" },
  });
  expect(findUnmatchedGlobs([rule], ["src/main.ts", "packages/web/src/page.tsx"])).toEqual([
    {
      rule,
      glob: "srcs/**",
      isUnreachable: true,
      suggestion: 'The directory "packages/web/srcs" does not exist; "packages/web/src" does.',
    },
  ]);
});
