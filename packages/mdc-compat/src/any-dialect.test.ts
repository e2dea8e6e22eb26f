import { createRule, type Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { anyDialect } from "./any-dialect.ts";

function dialectOf(path: string, text: string): string | undefined {
  return anyDialect.parse({ text, path, file: path }).dialect;
}

function ruleOf(dialect: string): Rule {
  return createRule({ id: "project:style", name: "style", description: "D", origin: { store: "fs", dialect } });
}

describe("a directory with files of several dialects", () => {
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
  ])("takes %s with %j for %s", (path, text, dialect) => {
    expect(dialectOf(path, text)).toBe(dialect);
  });

  it("reads the rule and the diagnostics of the dialect", () => {
    expect(anyDialect.parse({ text: native, path: "style.md", file: "style.md" }).draft).toMatchObject({
      name: "style",
      label: false,
    });
    expect(anyDialect.parse({ text: "# S\n", path: "style.md", file: "style.md" })).toMatchObject({
      draft: { name: "style", label: true, inclusion: "manual" },
      diagnostics: [{ code: "cursor/no-front-matter" }],
    });
    expect(anyDialect.parse({ text: "---\nname: a\n---\n", path: "a.md", file: "a.md" })).toMatchObject({
      dialect: "precept",
      diagnostics: [{ code: "rule/field-missing", file: "a.md" }],
    });
  });

  it("writes a rule in the dialect that it was read in", () => {
    expect(anyDialect.print(ruleOf("mdc")).text).toBe("---\ndescription: D\nglobs:\nalwaysApply: true\n---\n\n");
    expect(anyDialect.print(ruleOf("precept")).text).toBe("---\nname: style\ndescription: D\ninclusion: always\n---\n\n");
  });

  it("gives an unchanged file back, whatever its dialect", () => {
    for (const text of [native, "---\nglobs: *.ts\n---\nBody"]) {
      const { draft, dialect } = anyDialect.parse({ text, path: "style.md", file: "style.md" });
      const rule = { ...createRule({ id: "x", name: "x" }), ...draft, origin: { store: "fs", dialect } };
      expect(anyDialect.print(rule, text).text).toBe(text);
    }
  });
});
