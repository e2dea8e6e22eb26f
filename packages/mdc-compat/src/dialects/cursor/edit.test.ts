import { createRule, type Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

function read(text: string): Rule {
  const { draft } = parseCursorRule({ text, path: "t.mdc", file: "t.mdc" });
  if (draft === undefined) throw new Error("Every text is a rule in Cursor.");
  const { label: _, ...fields } = draft;
  return createRule({ ...fields, id: "project:t" });
}

function edit(original: string, fields: Partial<Rule>): string {
  return printCursorRule({ ...read(original), ...fields }, original).text;
}

const handWritten = [
  "\uFEFF---",
  "# Who looks after this: Ann",
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

describe("an edit of one field", () => {
  it.each<[string, Partial<Rule>, string, string]>([
    ["the description", { description: "About tills" }, "description:    About carts", "description: About tills"],
    ["the patterns", { globs: ["/a/*.ts"] }, 'globs: "src/**/*.ts" , docs/*.md', "globs: /a/*.ts"],
    ["a key that Cursor does not know", { metadata: { author: "Bob", custom: [{ x: 1 }] } }, "author:   Ann ", "author: Bob "],
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
  ])("changes %s and not one byte besides", (_, fields, before, after) => {
    expect(edit(handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("of the inclusion changes the lines that say it, and keeps the comment behind one", () => {
    expect(edit(handWritten, { inclusion: "always", globs: [] })).toBe(
      handWritten
        .replace('globs: "src/**/*.ts" , docs/*.md', "globs:")
        .replace("alwaysApply: FALSE # for now", "alwaysApply: true # for now"),
    );
  });

  it("removes a key that is gone, with the lines that belong to it", () => {
    expect(edit(handWritten, { metadata: { author: "Ann" } })).toBe(handWritten.replace("custom:\r\n  - x: 1   # one\r\n", ""));
  });

  it("adds a key at the end of the front matter", () => {
    expect(edit("---\nglobs: a/b.ts\n---\nBody\n", { description: "D", metadata: { since: 2 } })).toBe(
      "---\nglobs: a/b.ts\ndescription: D\nsince: 2\n---\nBody\n",
    );
  });

  it("replaces a list by one line", () => {
    expect(edit("---\nglobs:\n  - a/b.ts\n  - c/d.ts\nversion: 1\n---\nBody\n", { globs: ["e/f.ts"] })).toBe(
      "---\nglobs: e/f.ts\nversion: 1\n---\nBody\n",
    );
  });

  it("leaves one line of a key that was written twice", () => {
    expect(edit("---\nglobs: a/b.ts\nx: 1\nglobs: c/d.ts\n---\nBody\n", { globs: ["e/f.ts"] })).toBe(
      "---\nglobs: e/f.ts\nx: 1\n---\nBody\n",
    );
  });

  it("does not take the end of the old description for a comment", () => {
    expect(edit("---\ndescription: Use # for headings\n---\nBody\n", { description: "Use dashes" })).toBe(
      "---\ndescription: Use dashes\n---\nBody\n",
    );
  });
});

describe("an edit of a file that is set off oddly", () => {
  it.each<[string, string, Partial<Rule>, string]>([
    ["without a front matter gets one", "# T\n", { inclusion: "always" }, "---\nalwaysApply: true\n---\n# T\n"],
    [
      "without a front matter keeps its byte order mark first",
      "\uFEFF# T\n",
      { inclusion: "always" },
      "\uFEFF---\nalwaysApply: true\n---\n# T\n",
    ],
    ["without a front matter gets none for a new text", "# T\r\n", { content: "# U\r\n" }, "# U\r\n"],
    [
      "without a front matter gets one where the new text would be taken for one",
      "# T\n",
      { content: "---\nalwaysApply: true\n---\n" },
      "---\n---\n---\nalwaysApply: true\n---\n",
    ],
    [
      "whose front matter is never closed gets a fence",
      "---\ndescription: D\n\n# T\n",
      { inclusion: "always" },
      "---\ndescription: D\nalwaysApply: true\n---\n\n# T\n",
    ],
    [
      "whose front matter is never closed gets a fence for a text that has one",
      "---\ndescription: D\n\n# T\n",
      { content: "# T\n---\n" },
      "---\ndescription: D\n---\n\n# T\n---\n",
    ],
    [
      "that ends in its front matter gets a line break before the fence",
      "---\ndescription: D\nglobs: a/b.ts",
      { description: "E" },
      "---\ndescription: E\nglobs: a/b.ts\n---\n",
    ],
    [
      "that ends with the closing fence gets a line break before the new text",
      "---\nalwaysApply: true\n---",
      { content: "# T\n" },
      "---\nalwaysApply: true\n---\n# T\n",
    ],
    [
      "with a title glued to the fence keeps it for a change of a key",
      "---\nalwaysApply: true\n---# T\n",
      { inclusion: "manual" },
      "---\nalwaysApply: false\n---# T\n",
    ],
    [
      "with a title glued to the fence has it set apart for a new text",
      "---\nalwaysApply: true\n---# T\n",
      { content: "- one\n" },
      "---\nalwaysApply: true\n---\n- one\n",
    ],
    [
      "without a blank line below the fence gets none, unless the new text begins with one",
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
