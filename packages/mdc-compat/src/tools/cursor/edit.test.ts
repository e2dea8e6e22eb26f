import { createRule, type Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

function read(text: string): Rule {
  const { draft } = parseCursorRule({ text, path: "t.mdc", file: "t.mdc" });
  if (draft === undefined) throw new Error("Any text is a valid rule in Cursor.");
  const { label: _, ...fields } = draft;
  return createRule({ ...fields, id: "project:t" });
}

function edit(original: string, fields: Partial<Rule>): string {
  return printCursorRule({ ...read(original), ...fields }, original).text;
}

const handWritten = [
  "\uFEFF---",
  "# Maintainer: Ann",
  "author:   Ann   # she left",
  'globs: "src/**/*.ts" , docs/*.md',
  "",
  "custom:",
  "  - x: 1   # one",
  "description:    About carts",
  "alwaysApply: FALSE # for now",
  "---",
  "",
  "# Carts",
  "",
].join("\r\n");

describe("editing one field", () => {
  it.each<[string, Partial<Rule>, string, string]>([
    ["the description", { description: "About tills" }, "description:    About carts", "description: About tills"],
    ["the patterns", { globs: ["/a/*.ts"] }, 'globs: "src/**/*.ts" , docs/*.md', "globs: /a/*.ts"],
    ["a key that Cursor does not know", { metadata: { author: "Bob", custom: [{ x: 1 }] } }, "author:   Ann ", "author: Bob "],
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
  ])("%s changes no other byte", (_, fields, before, after) => {
    expect(edit(handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("the inclusion changes its lines and preserves a comment", () => {
    expect(edit(handWritten, { inclusion: "always", globs: [] })).toBe(
      handWritten
        .replace('globs: "src/**/*.ts" , docs/*.md', "globs:")
        .replace("alwaysApply: FALSE # for now", "alwaysApply: true # for now"),
    );
  });

  it("removes a key with its continuation lines", () => {
    expect(edit(handWritten, { metadata: { author: "Ann" } })).toBe(handWritten.replace("custom:\r\n  - x: 1   # one\r\n", ""));
  });

  it("adds a key at the end of the front matter", () => {
    expect(edit("---\nglobs: a/b.ts\n---\nBody\n", { description: "D", metadata: { since: 2 } })).toBe(
      "---\nglobs: a/b.ts\ndescription: D\nsince: 2\n---\nBody\n",
    );
  });

  it("replaces a list with one line", () => {
    expect(edit("---\nglobs:\n  - a/b.ts\n  - c/d.ts\nversion: 1\n---\nBody\n", { globs: ["e/f.ts"] })).toBe(
      "---\nglobs: e/f.ts\nversion: 1\n---\nBody\n",
    );
  });

  it("removes the second definition of a key", () => {
    expect(edit("---\nglobs: a/b.ts\nx: 1\nglobs: c/d.ts\n---\nBody\n", { globs: ["e/f.ts"] })).toBe(
      "---\nglobs: e/f.ts\nx: 1\n---\nBody\n",
    );
  });

  it("does not preserve the end of the old description as a comment", () => {
    expect(edit("---\ndescription: Use # for headings\n---\nBody\n", { description: "Use dashes" })).toBe(
      "---\ndescription: Use dashes\n---\nBody\n",
    );
  });
});

describe("editing a file with unusual front matter delimiters:", () => {
  it.each<[string, string, Partial<Rule>, string]>([
    ["adds missing front matter", "# T\n", { inclusion: "always" }, "---\nalwaysApply: true\n---\n# T\n"],
    [
      "adds missing front matter after the byte order mark",
      "\uFEFF# T\n",
      { inclusion: "always" },
      "\uFEFF---\nalwaysApply: true\n---\n# T\n",
    ],
    ["adds no front matter if only the text changes", "# T\r\n", { content: "# U\r\n" }, "# U\r\n"],
    [
      "adds front matter if the new text would be read as front matter",
      "# T\n",
      { content: "---\nalwaysApply: true\n---\n" },
      "---\n---\n---\nalwaysApply: true\n---\n",
    ],
    [
      "closes front matter that is not closed",
      "---\ndescription: D\n\n# T\n",
      { inclusion: "always" },
      "---\ndescription: D\nalwaysApply: true\n---\n\n# T\n",
    ],
    [
      "closes front matter that is not closed if the new text has a fence",
      "---\ndescription: D\n\n# T\n",
      { content: "# T\n---\n" },
      "---\ndescription: D\n---\n\n# T\n---\n",
    ],
    [
      "adds a line break before the closing fence",
      "---\ndescription: D\nglobs: a/b.ts",
      { description: "E" },
      "---\ndescription: E\nglobs: a/b.ts\n---\n",
    ],
    [
      "adds a line break after the closing fence",
      "---\nalwaysApply: true\n---",
      { content: "# T\n" },
      "---\nalwaysApply: true\n---\n# T\n",
    ],
    [
      "preserves a title after the closing fence if only a key changes",
      "---\nalwaysApply: true\n---# T\n",
      { inclusion: "manual" },
      "---\nalwaysApply: false\n---# T\n",
    ],
    [
      "starts a new text below the closing fence",
      "---\nalwaysApply: true\n---# T\n",
      { content: "- one\n" },
      "---\nalwaysApply: true\n---\n- one\n",
    ],
    [
      "adds a blank line below the closing fence only if the new text starts with one",
      "---\nalwaysApply: true\n---\n# T\n",
      { content: "\n# U\n" },
      "---\nalwaysApply: true\n---\n\n\n# U\n",
    ],
  ])("%s", (_, original, fields, expected) => {
    const text = edit(original, fields);
    expect(text).toBe(expected);
    expect(read(text)).toEqual({ ...read(original), ...fields });
  });
});
