import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects.ts";
import { readWith, reportWith, writeWith } from "../../testing/with-codec.ts";
import { windsurf, windsurfGlobalRules, windsurfRulesFile } from "./codec.ts";
import { windsurfDialect } from "./dialect.ts";

describe("Windsurf", () => {
  it("goes by its new names as well", () => {
    expect(["windsurf", "devin", "Devin-Desktop"].map(findDialect)).toEqual([windsurfDialect, windsurfDialect, windsurfDialect]);
  });

  it("reads the directories of both names, and writes the new one", () => {
    expect(windsurfDialect.formats[0]?.places).toEqual([
      { dir: ".devin/rules", nested: true },
      { dir: ".windsurf/rules", nested: true },
    ]);
    expect(windsurfDialect.output).toMatchObject({ dir: ".devin/rules", codec: windsurf });
  });

  it("has another word for what the agent decides", () => {
    const text = "---\ntrigger: agent\ndescription: D\n---\n\nText\n";
    expect(readWith(windsurf, text)).toEqual({ inclusion: "agentRequested", description: "D", content: "Text\n" });
    expect(writeWith(windsurf, { inclusion: "agentRequested", description: "D" })).toContain("trigger: model_decision\n");
  });
});

describe.each([
  [".windsurfrules", windsurfRulesFile, ".windsurfrules", 12_000],
  ["global_rules.md", windsurfGlobalRules, "global_rules", 6000],
] as const)("the file %s", (path, codec, name, most) => {
  it("is a rule that always applies, whatever is in it", () => {
    const text = "---\ntrigger: manual\n---\n# Carts\n";
    expect(readWith(codec, text, path)).toEqual({ inclusion: "always", content: text });
    expect(codec.parse({ text, path, file: path }).draft).toMatchObject({ name, label: true });
    expect(reportWith(codec, text, path)).toEqual(["dialect/front-matter-as-text 1:1"]);
    expect(writeWith(codec, { content: "# Carts\n" })).toBe("# Carts\n");
  });

  it(`is read up to ${most} characters`, () => {
    expect(reportWith(codec, "x".repeat(most), path)).toEqual([]);
    expect(reportWith(codec, "x".repeat(most + 1), path)).toEqual(["dialect/too-long 1:1"]);
  });
});
