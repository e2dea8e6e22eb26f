import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { codecOf, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { getModePath } from "./modes.ts";
import { roo } from "../../lookup/plain-codecs.ts";
import { ruleFiles } from "./rule-files.ts";

const rooRulesFile = codecOf(ruleFiles, "roorules");

describe("Roo Code's directories", () => {
  it.each([
    ["rules/style.md", []],
    ["rules/a/b/style.md", []],
    ["rules-code/style.md", ["code"]],
    ["rules-docs-Writer2/a/style.txt", ["docs-Writer2"]],
  ])("%s has a rule with the contexts %j", (path, contexts) => {
    expect(roo.accepts?.(path)).toBe(true);
    expect(roo.parse({ text: "Text\n", path, file: path }).draft).toMatchObject({
      name: "style",
      label: true,
      inclusion: "always",
      contexts,
    });
  });

  it.each(["rules/style", "rules/style.rst", "rules/STYLE.MD", "rules/.hidden", "rules/lock", "rules/LOG"])(
    "%s is a rule, with any extension",
    (path) => {
      expect(roo.accepts?.(path)).toBe(true);
    },
  );

  it.each([
    "rules/.DS_Store",
    "rules/Thumbs.db",
    "rules/a.bak",
    "rules/a/b.lock",
    "rules/a.md.swp",
    "rules-code/x.log",
    "rules/.tmp",
  ])("%s is ignored as a cache or temporary file", (path) => {
    expect(roo.accepts?.(path)).toBe(false);
    expect(roo.ignored?.(path)).toBeUndefined();
  });

  it.each(["style.md", "mcp.json", "commands/a.md", "rules.md", "rulesets/a.md", "a/rules/b.md", "Rules/a.md", "rules-/a.md"])(
    "%s is not a rule",
    (path) => {
      expect(roo.accepts?.(path)).toBe(false);
      expect(roo.ignored?.(path)).toBeUndefined();
    },
  );

  it.each(["rules-my_mode/a.md", "rules-ü/a.md", "rules-a b/a.md"])("%s is not read because the mode is not valid", (path) => {
    expect(roo.accepts?.(path)).toBe(false);
    expect(roo.ignored?.(path)).toMatch(/^names of Roo Code's modes/);
  });
});

describe("a rule for Roo Code", () => {
  const listNotes = (contexts: readonly string[]): readonly string[] =>
    roo
      .print(createRule({ id: "project:t", name: "t", contexts: [...contexts] }))
      .notes.map(({ field, kind }) => `${field} ${kind}`);

  it.each([
    [[], "rules/t.md", []],
    [["code"], "rules-code/t.md", []],
    [["code", "ask"], "rules/t.md", ["contexts meaning"]],
    [["my mode"], "rules/t.md", ["contexts meaning"]],
    [["../up"], "rules/t.md", ["contexts meaning"]],
  ])("with the contexts %j is written to %s, with the fidelity notes %j", (contexts, path, notes) => {
    expect(getModePath({ contexts }, "t")).toBe(path);
    expect(listNotes(contexts)).toEqual(notes);
  });

  it("is written as plain text", () => {
    expect(writeWith(roo, { content: "# Text\n" })).toBe("# Text\n");
  });

  it("has no front matter; front matter is reported as text", () => {
    const text = "---\nglobs: *.ts\n---\nText\n";
    expect(readWith(roo, text, "rules-code/t.md")).toEqual({ inclusion: "always", content: text, contexts: ["code"] });
    expect(reportWith(roo, text, "rules-code/t.md")).toEqual(["dialect/front-matter-as-text 1:1"]);
  });
});

it.each([
  [".roorules", []],
  [".roorules-code", ["code"]],
  [".roorules-docs-writer", ["docs-writer"]],
])("the legacy file %s has a rule with the contexts %j", (path, contexts) => {
  expect(rooRulesFile.parse({ text: "Text\n", path, file: path }).draft).toMatchObject({ name: path, label: true, contexts });
});
