import { expect, it } from "vitest";
import { dialects } from "./dialects.ts";
import { findToolLimits } from "./tool-limits.ts";

it.each([
  ["codex", [{ tool: "codex", max: 32_768, unit: "bytes", appliesTo: "allRules" }]],
  ["windsurf", [{ tool: "windsurf", max: 12_000, unit: "characters", appliesTo: "eachRule" }]],
  ["Devin", [{ tool: "windsurf", max: 12_000, unit: "characters", appliesTo: "eachRule" }]],
  ["cursor", []],
  ["unknown", []],
])("finds the limits of %s", (tool, limits) => {
  expect(findToolLimits(tool)).toMatchObject(limits);
  expect(findToolLimits(tool)).toHaveLength(limits.length);
});

it("describes every limit in a sentence", () => {
  for (const { description } of dialects.flatMap(({ id }) => findToolLimits(id))) expect(description).toMatch(/\.$/);
});
