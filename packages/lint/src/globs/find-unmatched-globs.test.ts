import { createRule, type RuleInput } from "@precept/core";
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

it("finds nothing in rules that apply to other projects too, that apply without files, or that are disabled", () => {
  const fields = { name: "a", inclusion: "fileMatch", globs: ["lost/**"], origin: { store: "fs" } } as const;
  const find = (changed: Partial<RuleInput>): number =>
    findUnmatchedGlobs([createRule({ ...fields, id: "a", ...changed })], ["src/main.ts"]).length;
  expect(find({})).toBe(1);
  const others = [
    { scope: "global" },
    { scope: "user" },
    { inclusion: "always" },
    { inclusion: "manual" },
    { enabled: false },
  ] as const;
  expect(others.map(find)).toEqual([0, 0, 0, 0, 0]);
});
