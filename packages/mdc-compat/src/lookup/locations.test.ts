import { expect, it } from "vitest";
import { findFileLocation, findLocation, ruleLocations } from "./locations.ts";

it("native locations come first", () => {
  const inProject = ruleLocations.filter(({ personal }) => personal !== true);
  expect(inProject.map(({ dir }) => dir).slice(0, 4)).toEqual([
    ".precept/rules",
    ".dataagent/rules",
    ".goagent/rules",
    ".cursor/rules",
  ]);
});

it("the personal rule directories of DataAgent and goagent are known", () => {
  const personal = ruleLocations.filter((location) => location.personal === true).map(({ dir }) => dir);
  expect(personal).toEqual(expect.arrayContaining([".dataagent/rules", ".goagent/rules"]));
});

it.each([
  [".cursor/rules", ".cursor/rules"],
  ["/home/ann/shop/.cursor/rules", ".cursor/rules"],
  ["/home/ann/shop/.cursor/rules//", ".cursor/rules"],
  ["C:\\shop\\.goagent\\rules", ".goagent/rules"],
  ["packages/web/.precept/rules/", ".precept/rules"],
  ["./.dataagent/rules", ".dataagent/rules"],
])("%s is in the location %s", (path, dir) => {
  expect(findLocation(path)?.dir).toBe(dir);
});

it.each(["rules", "x.cursor/rules", ".cursor/rules/api", ".cursor", "", "/", ".precept/local/rules"])(
  "%j is not a location",
  (path) => {
    expect(findLocation(path)).toBeUndefined();
  },
);

it.each([
  ["AGENTS.md", "agents", ""],
  ["/home/ann/shop/packages/web/AGENTS.override.md", "agents", ""],
  ["C:\\shop\\GEMINI.md", "gemini", ""],
  ["/home/ann/.codex/AGENTS.md", "codex", ".codex"],
  ["/home/ann/.config/opencode/AGENTS.md", "opencode", ".config/opencode"],
  ["shop/.junie/AGENTS.md", "junie", ".junie"],
  [".roorules-code", "roo", ""],
])("the file %s belongs to %s, in %j", (path, id, dir) => {
  expect(findFileLocation(path)).toMatchObject({ dialect: { id }, dir });
});

it.each(["AGENTS.txt", "MY-AGENTS.md", "AGENTS.md/", ".roorules-"])("the file %s belongs to no dialect", (path) => {
  expect(findFileLocation(path)).toBeUndefined();
});
