import { describe, expect, it } from "vitest";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { antigravity } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

// The behaviour that Antigravity shares with Windsurf is tested there.
describe("Antigravity", () => {
  it("reads both directories in the project root only, and writes to the new one", () => {
    expect(ruleFiles.dialect.formats[0]?.locations).toEqual([{ dir: ".agents/rules" }, { dir: ".agent/rules" }]);
    expect(ruleFiles.dialect.output).toMatchObject({ dir: ".agents/rules", nested: false });
  });

  it("does not support the trigger that only Devin has", () => {
    const text = "---\ntrigger: agent\ndescription: D\n---\n";
    expect(readWith(antigravity, text)).toMatchObject({ inclusion: "manual" });
    expect(reportWith(antigravity, text)).toEqual(["antigravity/unknown-trigger 2:10"]);
  });
});
