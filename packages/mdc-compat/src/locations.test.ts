import { expect, it } from "vitest";
import { findLocation, ruleLocations } from "./locations.ts";

it("rule files are looked for in four directories, native ones first", () => {
  expect(ruleLocations.map(({ dir, codec }) => [dir, codec.id])).toEqual([
    [".precept/rules", "precept"],
    [".dataagent/rules", "precept"],
    [".goagent/rules", "mdc"],
    [".cursor/rules", "cursor"],
  ]);
});

it.each([
  [".cursor/rules", ".cursor/rules"],
  ["/home/ann/shop/.cursor/rules", ".cursor/rules"],
  ["/home/ann/shop/.cursor/rules//", ".cursor/rules"],
  ["C:\\shop\\.goagent\\rules", ".goagent/rules"],
  ["packages/web/.precept/rules/", ".precept/rules"],
  ["./.dataagent/rules", ".dataagent/rules"],
])("%s is the location %s", (path, dir) => {
  expect(findLocation(path)?.dir).toBe(dir);
});

it.each(["rules", "x.cursor/rules", ".cursor/rules/api", ".cursor", "", "/", ".precept/local/rules"])(
  "%j is no location",
  (path) => {
    expect(findLocation(path)).toBeUndefined();
  },
);
