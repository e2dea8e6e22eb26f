import { createRule, type Rule, type RuleDraft, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { trae } from "./codec.ts";

describe("Trae's codec", () => {
  it.each(["project_rules.md", "a/b/c/rest.md", "API.MD"])("reads %s", (path) => {
    expect(trae.accepts?.(path)).toBe(true);
    expect(trae.ignored?.(path)).toBeUndefined();
  });

  it("reads three levels of subdirectories, and returns why it ignores others", () => {
    expect(trae.accepts?.("a/b/c/d/rest.md")).toBe(false);
    expect(trae.ignored?.("a/b/c/d/rest.md")).toBe("Trae reads only three levels of subdirectories of .trae/rules");
  });

  it.each(["notes.txt", "a/b/c/d/notes.txt", ".md", "rule.mdc"])("does not accept %s, and returns no reason", (path) => {
    expect(trae.accepts?.(path)).toBe(false);
    expect(trae.ignored?.(path)).toBeUndefined();
  });
});

/** Files, and the fields of their rules. */
const examples: readonly (readonly [text: string, fields: Partial<RuleDraft>])[] = [
  ["---\nalwaysApply: true\n---\n\n# T\n", { inclusion: "always" }],
  ["---\nalwaysApply: true\ndescription: About carts\n---\n\n# T\n", { inclusion: "always", description: "About carts" }],
  ["---\nalwaysApply: false\nglobs: src/*.ts,docs/**\n---\n\n# T\n", { inclusion: "fileMatch", globs: ["src/*.ts", "docs/**"] }],
  [
    "---\nalwaysApply: false\ndescription: About carts\nglobs: src/*.ts\n---\n\n# T\n",
    { inclusion: "fileMatch", description: "About carts", globs: ["src/*.ts"] },
  ],
  [
    "---\nalwaysApply: false\ndescription: About carts\n---\n\n# T\n",
    { inclusion: "agentRequested", description: "About carts" },
  ],
  ["---\nalwaysApply: false\n---\n\n# T\n", { inclusion: "manual" }],
  ["---\nalwaysApply: true\nscene: git_message\n---\n\n# T\n", { inclusion: "always", metadata: { scene: "git_message" } }],
];

describe("Trae rules", () => {
  it.each(examples)("parses %j to %j", (text, fields) => {
    expect(readWith(trae, text)).toEqual({ ...fields, content: "# T\n" });
    expect(reportWith(trae, text)).toEqual([]);
  });

  it.each(examples)("prints %j from %j", (text, fields) => {
    expect(writeWith(trae, { ...(fields as Partial<RuleInput>), content: "# T\n" })).toBe(text);
  });

  it.each([
    [["*.ts", "/*.md"], "**/*.ts,*.md"],
    [["src/**/*.{ts,tsx}"], "src/**/*.ts,src/**/*.tsx"],
    [["src/a #b.ts"], "src/a \\#b.ts"],
  ])("print the patterns %j without quotes and braces: `%s`", (globs, printed) => {
    expect(writeWith(trae, { inclusion: "fileMatch", globs })).toContain(`\nglobs: ${printed}\n`);
  });

  it("lose their description if they are manual", () => {
    const { text, notes } = trae.print(createRule({ id: "project:t", name: "t", inclusion: "manual", description: "D" }));
    expect(text).toBe("---\nalwaysApply: false\n---\n\n");
    expect(notes).toMatchObject([{ field: "description", kind: "lost" }]);
  });
});

const handWritten = [
  "\uFEFF---",
  "# Maintainer: Ann",
  "scene:   git_message   # commits",
  "description: >-",
  "  About carts",
  "globs: **/*.ts, **/*.tsx   # sources",
  "",
  "alwaysApply: false # for now",
  "---",
  "",
  "# Carts",
  "",
].join("\r\n");

describe("editing one field", () => {
  it.each<[string, Partial<Rule>, string, string]>([
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
    ["the patterns", { globs: ["**/*.vue"] }, "globs: **/*.ts, **/*.tsx ", "globs: **/*.vue "],
    ["the description", { description: "About tills" }, "description: >-\r\n  About carts\r\n", "description: About tills\r\n"],
    ["an unknown key", { metadata: { scene: "other" } }, "scene:   git_message ", "scene: other "],
  ])("%s changes no other byte", (_, fields, before, after) => {
    expect(editWith(trae, handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("the inclusion removes the patterns and preserves the comment", () => {
    expect(editWith(trae, handWritten, { inclusion: "always", globs: [] })).toBe(
      handWritten.replace("globs: **/*.ts, **/*.tsx   # sources\r\n", "").replace("alwaysApply: false #", "alwaysApply: true #"),
    );
  });

  it("adds front matter to a file without one", () => {
    expect(editWith(trae, "# T\r\n", { inclusion: "manual" })).toBe("---\r\nalwaysApply: false\r\n---\r\n# T\r\n");
  });
});
