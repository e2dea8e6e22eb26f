import { createRule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { geminiImports } from "../dialects/gemini/facts.ts";
import { editWith, readWith, reportWith, writeWith } from "../testing/with-codec.ts";
import { createPlainCodec } from "./plain-codec.ts";
import { plainFacts } from "./plain-facts.ts";

const facts = plainFacts({ id: "plain", title: "Plain", targets: ["plain"], source: "https://example.com/" });
const plain = createPlainCodec({ facts, extensions: [".md", ".txt"] });
const importing = createPlainCodec({ facts: { ...facts, imports: geminiImports }, extensions: [".md"], imports: true });

describe("a file that is nothing but text", () => {
  it("is a rule that always applies", () => {
    expect(readWith(plain, "# Title\n\nText\n")).toEqual({ inclusion: "always", content: "# Title\n\nText\n" });
    expect(writeWith(plain, { content: "# Title\n" })).toBe("# Title\n");
  });

  it("is one when it is empty, too", () => {
    expect(readWith(plain, "")).toEqual({ inclusion: "always", content: "" });
    expect(editWith(plain, "Text\n", { content: "" })).toBe("");
  });

  it.each([
    ["a/b.md", "b"],
    ["B.TXT", "B"],
    ["b.rst", "b.rst"],
    [".rules", ".rules"],
    ["md", "md"],
  ])("at %s gives a rule that is called %s", (path, name) => {
    expect(plain.parse({ text: "", path, file: path }).draft).toMatchObject({ name, label: true });
  });

  it("has one name wherever it lies, where the tool has only one such file", () => {
    const named = createPlainCodec({ facts, extensions: [".md"], name: "MAIN" });
    expect(named.parse({ text: "", path: "other.md", file: "other.md" }).draft).toMatchObject({ name: "MAIN", label: true });
  });

  it("says in which contexts its rule applies where its path does", () => {
    const codec = createPlainCodec({ facts, extensions: [".md"], contextsOf: (path) => path.split("/").slice(0, -1) });
    expect(readWith(codec, "", "code/a.md")).toMatchObject({ contexts: ["code"] });
    expect(readWith(codec, "", "a.md")).not.toHaveProperty("contexts");
  });

  it("keeps its byte order mark and the line breaks of the new text", () => {
    expect(readWith(plain, "\uFEFFText\r\n")).toMatchObject({ content: "Text\r\n" });
    expect(editWith(plain, "\uFEFFText\r\n", {})).toBe("\uFEFFText\r\n");
    expect(editWith(plain, "\uFEFFText\r\n", { content: "Other\r\ntext\r\n" })).toBe("\uFEFFOther\r\ntext\r\n");
    expect(readWith(plain, writeWith(plain, { content: "\uFEFFText" }))).toMatchObject({ content: "\uFEFFText" });
  });
});

describe("a front matter", () => {
  it.each([
    ["---\nglobs: a.ts\n---\nText\n", 1],
    ["\uFEFF---\r\nglobs: a.ts\r\n---\r\nText\r\n", 1],
    ["---\n---\n", 1],
  ])("in %j is text to the tool, and reported", (text, line) => {
    expect(readWith(plain, text)).toEqual({ inclusion: "always", content: text.replace("\uFEFF", "") });
    expect(reportWith(plain, text)).toEqual([`dialect/front-matter-as-text ${line}:1`]);
  });

  it.each(["Text\n\n---\n\nText\n", "---\n\nText\n", "\n---\na: b\n---\n", "----\na: b\n---\n"])("is none in %j", (text) => {
    expect(reportWith(plain, text)).toEqual([]);
  });
});

describe("a text in which an @ brings in a file", () => {
  const text = "See @docs/a.md.\n";
  const printWith = (fields: Partial<RuleInput>, original?: string): string =>
    importing.print(createRule({ id: "project:t", name: "t", content: text, ...fields }), original).text;

  it("gets backticks where it comes from a tool in which it does not", () => {
    expect(printWith({})).toBe("See `@docs/a.md.`\n");
    expect(printWith({}, "See nothing.\n")).toBe("See `@docs/a.md.`\n");
  });

  it("stays as it is where the file said it before, or where the rule's own file brings in files", () => {
    expect(printWith({}, `\uFEFF${text}`)).toBe(`\uFEFF${text}`);
    expect(printWith({ origin: { store: "fs", imports: true } })).toBe(text);
  });

  it("is noted where it is changed, and only there", () => {
    const notesOf = (fields: Partial<RuleInput>): readonly string[] =>
      importing
        .print(createRule({ id: "project:t", name: "t", content: text, ...fields }))
        .notes.map(({ field, kind }) => `${field} ${kind}`);
    expect(notesOf({})).toEqual(["content lost"]);
    expect(notesOf({ origin: { store: "fs", imports: true } })).toEqual([]);
    expect(notesOf({ content: "See `@docs/a.md`.\n" })).toEqual([]);
  });
});
