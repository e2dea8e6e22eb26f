import { createRule, type Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { autoCodec } from "./auto-codec.ts";

function detectDialect(path: string, text: string): string | undefined {
  return autoCodec.parse({ text, path, file: path }).dialect;
}

function createRuleIn(dialect: string): Rule {
  return createRule({ id: "project:style", name: "style", description: "D", origin: { store: "fs", dialect } });
}

describe("the auto codec", () => {
  const native = "---\nname: style\ndescription: House style\n---\n\n# Style\n";

  it.each([
    ["style.md", native, "precept"],
    ["style.md", native.replaceAll("\n", "\r\n"), "precept"],
    ["style.md", `\uFEFF${native}`, "precept"],
    ["style.md", "---\nname:\n---\n", "precept"],
    ["style.mdc", native, "mdc"],
    ["STYLE.MDC", native, "mdc"],
    ["style.md", "---\ndescription: D\nglobs: *.ts\n---\n", "mdc"],
    ["style.md", "---\ncustom:\n  name: inner\n---\n", "mdc"],
    ["style.md", "# Style\n\nname: none\n", "mdc"],
    ["style.md", "", "mdc"],
  ])("detects %s with %j as %s", (path, text, dialect) => {
    expect(detectDialect(path, text)).toBe(dialect);
  });

  it("returns the rule and the diagnostics of the detected dialect", () => {
    expect(autoCodec.parse({ text: native, path: "style.md", file: "style.md" }).draft).toMatchObject({
      name: "style",
      label: false,
    });
    expect(autoCodec.parse({ text: "# S\n", path: "style.md", file: "style.md" })).toMatchObject({
      draft: { name: "style", label: true, inclusion: "manual" },
      diagnostics: [{ code: "goagent/no-front-matter" }],
    });
    expect(autoCodec.parse({ text: "---\nname: a\n---\n", path: "a.md", file: "a.md" })).toMatchObject({
      dialect: "precept",
      diagnostics: [{ code: "rule/field-missing", file: "a.md" }],
    });
  });

  it("prints a rule in the dialect of its file", () => {
    expect(autoCodec.print(createRuleIn("mdc")).text).toBe("---\ndescription: D\nglobs:\nalwaysApply: true\n---\n\n");
    expect(autoCodec.print(createRuleIn("precept")).text).toBe("---\nname: style\ndescription: D\ninclusion: always\n---\n\n");
  });

  it("preserves an unchanged file of either dialect", () => {
    for (const text of [native, "---\nglobs: *.ts\n---\nBody"]) {
      const { draft, dialect } = autoCodec.parse({ text, path: "style.md", file: "style.md" });
      const rule = { ...createRule({ id: "x", name: "x" }), ...draft, origin: { store: "fs", dialect } };
      expect(autoCodec.print(rule, text).text).toBe(text);
    }
  });
});
