import type { Rule, RuleDraft, RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createRule } from "@precept/core";
import { editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { kiro } from "./codec.ts";

describe("Kiro's codec", () => {
  it.each(["product.md", "tech.md", "structure.md", "AGENTS.md", "API-rules.MD"])("reads %s", (path) => {
    expect(kiro.accepts?.(path)).toBe(true);
    expect(kiro.ignored?.(path)).toBe("Kiro does not read subdirectories of .kiro/steering");
  });

  it.each(["api/rest.md", "a/b/c.md"])("does not read %s, and returns why", (path) => {
    expect(kiro.accepts?.(path)).toBe(false);
    expect(kiro.ignored?.(path)).toBe("Kiro does not read subdirectories of .kiro/steering");
  });

  it.each(["notes.txt", ".md", "api/.md", "rule.mdc"])("does not accept %s, and returns no reason", (path) => {
    expect(kiro.accepts?.(path)).toBe(false);
    expect(kiro.ignored?.(path)).toBeUndefined();
  });

  it("uses the file name as the rule name", () => {
    const { draft } = kiro.parse({ text: "# Product\n", path: "product.md", file: ".kiro/steering/product.md" });
    expect(draft).toMatchObject({ name: "product", label: true });
  });
});

/** Files, and the fields of their rules. */
const examples: readonly (readonly [text: string, fields: Partial<RuleDraft>])[] = [
  ["---\ninclusion: always\n---\n\n# T\n", { inclusion: "always" }],
  ["---\ninclusion: always\ndescription: About carts\n---\n\n# T\n", { inclusion: "always", description: "About carts" }],
  ["---\ninclusion: fileMatch\nfileMatchPattern: src/*.ts\n---\n\n# T\n", { inclusion: "fileMatch", globs: ["src/*.ts"] }],
  ['---\ninclusion: fileMatch\nfileMatchPattern: "*.ts"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["/*.ts"] }],
  [
    '---\ninclusion: fileMatch\nfileMatchPattern: ["**/*.ts", "src/**/*.{tsx,jsx}"]\n---\n\n# T\n',
    { inclusion: "fileMatch", globs: ["**/*.ts", "src/**/*.{tsx,jsx}"] },
  ],
  [
    "---\ninclusion: auto\nname: carts\ndescription: About carts\n---\n\n# T\n",
    { inclusion: "agentRequested", name: "carts", description: "About carts" },
  ],
  ["---\ninclusion: manual\n---\n\n# T\n", { inclusion: "manual" }],
];

describe("steering files", () => {
  it.each(examples)("parses %j to %j", (text, fields) => {
    expect(readWith(kiro, text)).toEqual({ ...fields, content: "# T\n" });
    expect(reportWith(kiro, text)).toEqual([]);
  });

  it.each(examples)("prints %j from %j", (text, fields) => {
    expect(writeWith(kiro, { ...(fields as Partial<RuleInput>), content: "# T\n" })).toBe(text);
  });

  it.each([
    ["# T\n", { inclusion: "always", content: "# T\n" }],
    ["", { inclusion: "always", content: "" }],
    ["---\n---\n# T\n", { inclusion: "always", content: "# T\n" }],
    ["---\ninclusion:\n---\n# T\n", { inclusion: "always", content: "# T\n" }],
    ["---\nowner: Ann\n---\n# T\n", { inclusion: "always", metadata: { owner: "Ann" }, content: "# T\n" }],
    ["---\ninclusion: manual\nname: carts\n---\n# T\n", { inclusion: "manual", content: "# T\n" }],
  ])("%j is parsed to %j", (text, rule) => {
    expect(readWith(kiro, text)).toEqual(rule);
  });

  it("preserve file references, which Kiro expands", () => {
    const content = "See #[[file:docs/api.md]].\n";
    expect(kiro.print(createRule({ id: "project:t", name: "t", content })).notes).toEqual([]);
    expect(readWith(kiro, content)).toEqual({ inclusion: "always", content });
  });

  it("for relevant rules are printed with inclusion auto", () => {
    const { text, notes } = kiro.print(createRule({ id: "project:t", name: "t", inclusion: "relevant", description: "D" }));
    expect(text).toBe("---\ninclusion: auto\nname: t\ndescription: D\n---\n\n");
    expect(notes).toEqual([{ field: "inclusion", kind: "meaning", message: "Kiro does not select rules by relevance." }]);
  });
});

const handWritten = [
  "\uFEFF---",
  "# Maintainer: Ann",
  "owner:   Ann   # she left",
  "inclusion:   fileMatch   # for now",
  "fileMatchPattern:",
  '  - "src/**/*.ts"',
  "",
  "custom:",
  "  - x: 1   # one",
  "---",
  "",
  "# Carts",
  "",
].join("\r\n");

describe("editing one field", () => {
  it.each<[string, Partial<Rule>, string, string]>([
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
    ["a key that Kiro does not know", { metadata: { owner: "Bob", custom: [{ x: 1 }] } }, "owner:   Ann ", "owner: Bob "],
    [
      "the patterns",
      { globs: ["a/*.ts", "b/*.ts"] },
      'fileMatchPattern:\r\n  - "src/**/*.ts"\r\n',
      'fileMatchPattern: ["a/*.ts", "b/*.ts"]\r\n',
    ],
    ["the description", { description: "About tills" }, "# one\r\n", "# one\r\ndescription: About tills\r\n"],
  ])("%s changes no other byte", (_, fields, before, after) => {
    expect(editWith(kiro, handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("the inclusion removes the patterns and preserves the comment", () => {
    expect(editWith(kiro, handWritten, { inclusion: "manual", globs: [] })).toBe(
      handWritten
        .replace("inclusion:   fileMatch   #", "inclusion: manual   #")
        .replace('fileMatchPattern:\r\n  - "src/**/*.ts"\r\n', ""),
    );
  });

  it("adds front matter to a file without one", () => {
    expect(editWith(kiro, "# T\r\n", { inclusion: "manual" })).toBe("---\r\ninclusion: manual\r\n---\r\n# T\r\n");
  });
});
