import { createRule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { geminiImports } from "../tools/gemini/stray-imports.ts";
import { editWith, readWith, reportWith, writeWith } from "../../test/with-codec.ts";
import { createPlainCodec, createPlainSpec } from "./plain-codec.ts";

const spec = createPlainSpec({ id: "plain", title: "Plain", targets: ["plain"], source: "https://example.com/" });
const plain = createPlainCodec({ spec, extensions: [".md", ".txt"] });
const importing = createPlainCodec({ spec: { ...spec, imports: geminiImports } });

describe("a plain text file", () => {
  it("always applies", () => {
    expect(readWith(plain, "# Title\n\nText\n")).toEqual({ inclusion: "always", content: "# Title\n\nText\n" });
    expect(writeWith(plain, { content: "# Title\n" })).toBe("# Title\n");
  });

  it("can be empty", () => {
    expect(readWith(plain, "")).toEqual({ inclusion: "always", content: "" });
    expect(editWith(plain, "Text\n", { content: "" })).toBe("");
  });

  it.each([
    ["a/b.md", "b"],
    ["B.TXT", "B"],
    ["b.rst", "b.rst"],
    [".rules", ".rules"],
    ["md", "md"],
  ])("at %s has a rule named %s", (path, name) => {
    expect(plain.parse({ text: "", path, file: path }).draft).toMatchObject({ name, label: true });
  });

  it("has the name that the format chooses, if it does", () => {
    const named = createPlainCodec({ spec, extensions: [".md"], getName: () => "MAIN" });
    expect(named.parse({ text: "", path: "other.md", file: "other.md" }).draft).toMatchObject({ name: "MAIN", label: true });
  });

  it("has the contexts of its path", () => {
    const codec = createPlainCodec({ spec, extensions: [".md"], getContexts: (path) => path.split("/").slice(0, -1) });
    expect(readWith(codec, "", "code/a.md")).toMatchObject({ contexts: ["code"] });
    expect(readWith(codec, "", "a.md")).not.toHaveProperty("contexts");
  });

  it("preserves its byte order mark and the line breaks of the new text", () => {
    expect(readWith(plain, "\uFEFFText\r\n")).toMatchObject({ content: "Text\r\n" });
    expect(editWith(plain, "\uFEFFText\r\n", {})).toBe("\uFEFFText\r\n");
    expect(editWith(plain, "\uFEFFText\r\n", { content: "Other\r\ntext\r\n" })).toBe("\uFEFFOther\r\ntext\r\n");
    expect(readWith(plain, writeWith(plain, { content: "\uFEFFText" }))).toMatchObject({ content: "\uFEFFText" });
  });
});

describe("front matter", () => {
  it.each([
    ["---\nglobs: a.ts\n---\nText\n", 1],
    ["\uFEFF---\r\nglobs: a.ts\r\n---\r\nText\r\n", 1],
    ["---\n---\n", 1],
  ])("in %j is read as text and reported", (text, line) => {
    expect(readWith(plain, text)).toEqual({ inclusion: "always", content: text.replace("\uFEFF", "") });
    expect(reportWith(plain, text)).toEqual([`dialect/front-matter-as-text ${line}:1`]);
  });

  it.each(["Text\n\n---\n\nText\n", "---\n\nText\n", "\n---\na: b\n---\n", "----\na: b\n---\n"])(
    "is not detected in %j",
    (text) => {
      expect(reportWith(plain, text)).toEqual([]);
    },
  );
});

describe("a text with an import", () => {
  const text = "See @docs/a.md.\n";
  const printWith = (fields: Partial<RuleInput>, original?: string): string =>
    importing.print(createRule({ id: "project:t", name: "t", content: text, ...fields }), original).text;

  it("is escaped if it comes from a tool without imports", () => {
    expect(printWith({})).toBe("See `@docs/a.md.`\n");
    expect(printWith({}, "See nothing.\n")).toBe("See `@docs/a.md.`\n");
  });

  it("is not escaped if the file has the same text, or if the rule's own file has imports", () => {
    expect(printWith({}, `\uFEFF${text}`)).toBe(`\uFEFF${text}`);
    expect(printWith({ origin: { store: "fs", imports: true } })).toBe(text);
  });

  it("has a fidelity note only if it is escaped", () => {
    const listNotes = (fields: Partial<RuleInput>): readonly string[] =>
      importing
        .print(createRule({ id: "project:t", name: "t", content: text, ...fields }))
        .notes.map(({ field, kind }) => `${field} ${kind}`);
    expect(listNotes({})).toEqual(["content lost"]);
    expect(listNotes({ origin: { store: "fs", imports: true } })).toEqual([]);
    expect(listNotes({ content: "See `@docs/a.md`.\n" })).toEqual([]);
  });
});
