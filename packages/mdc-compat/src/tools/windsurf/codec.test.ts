import { describe, expect, it } from "vitest";
import { findDialect } from "../../lookup/dialects.ts";
import { codecOf, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { windsurf } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const windsurfGlobalRules = codecOf(ruleFiles, "windsurf-global");
const windsurfRulesFile = codecOf(ruleFiles, "windsurfrules");

describe("Windsurf", () => {
  it("has its new names as aliases", () => {
    expect(["windsurf", "devin", "Devin-Desktop"].map(findDialect)).toEqual([
      ruleFiles.dialect,
      ruleFiles.dialect,
      ruleFiles.dialect,
    ]);
  });

  it("reads both directories, and writes to the new one", () => {
    expect(ruleFiles.dialect.formats[0]?.locations).toEqual([
      { dir: ".devin/rules", nested: true },
      { dir: ".windsurf/rules", nested: true },
    ]);
    expect(ruleFiles.dialect.output).toMatchObject({ dir: ".devin/rules", codec: windsurf });
  });

  it("supports the alternative trigger `agent`", () => {
    const text = "---\ntrigger: agent\ndescription: D\n---\n\nText\n";
    expect(readWith(windsurf, text)).toEqual({ inclusion: "agentRequested", description: "D", content: "Text\n" });
    expect(writeWith(windsurf, { inclusion: "agentRequested", description: "D" })).toContain("trigger: model_decision\n");
  });
});

describe.each([
  [".windsurfrules", windsurfRulesFile, ".windsurfrules", 12_000],
  ["global_rules.md", windsurfGlobalRules, "global_rules", 6000],
] as const)("the file %s", (path, codec, name, max) => {
  it("always applies, even with front matter", () => {
    const text = "---\ntrigger: manual\n---\n# Carts\n";
    expect(readWith(codec, text, path)).toEqual({ inclusion: "always", content: text });
    expect(codec.parse({ text, path, file: path }).draft).toMatchObject({ name, label: true });
    expect(reportWith(codec, text, path)).toEqual(["dialect/front-matter-as-text 1:1"]);
    expect(writeWith(codec, { content: "# Carts\n" })).toBe("# Carts\n");
  });

  it(`can have ${max} characters`, () => {
    expect(reportWith(codec, "x".repeat(max), path)).toEqual([]);
    expect(reportWith(codec, "x".repeat(max + 1), path)).toEqual(["dialect/too-long 1:1"]);
  });
});
