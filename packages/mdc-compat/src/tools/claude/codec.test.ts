import { createRule, type Rule, type RuleDraft, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { findDialect } from "../../lookup/dialects.ts";
import { editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { claude, claudeMemory } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

describe("Claude Code", () => {
  it("has aliases", () => {
    expect(["claude", "claude-code", "ClaudeCode"].map(findDialect)).toEqual([
      ruleFiles.dialect,
      ruleFiles.dialect,
      ruleFiles.dialect,
    ]);
  });

  it("exports to .claude/rules, never to CLAUDE.md", () => {
    expect(ruleFiles.dialect.output).toMatchObject({ kind: "files", dir: ".claude/rules", codec: claude });
  });
});

/** Files, and the fields of their rules. */
const examples: readonly (readonly [text: string, fields: Partial<RuleDraft>])[] = [
  ["# T\n", { inclusion: "always" }],
  ["---\npaths: src/**/*.ts\n---\n\n# T\n", { inclusion: "fileMatch", globs: ["src/**/*.ts"] }],
  ['---\npaths: "*.md"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["/*.md"] }],
  ['---\npaths: "**/*.{ts,tsx}"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["**/*.{ts,tsx}"] }],
  ['---\npaths: ["src/**/*.ts", "docs/*.md"]\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["src/**/*.ts", "docs/*.md"] }],
  ['---\npaths: ["src/a,b.ts"]\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["src/a,b.ts"] }],
];

describe("Claude Code rules", () => {
  it.each(examples)("parses %j to %j", (text, fields) => {
    expect(readWith(claude, text)).toEqual({ ...fields, content: "# T\n" });
    expect(reportWith(claude, text)).toEqual([]);
  });

  it.each(examples)("prints %j from %j", (text, fields) => {
    expect(writeWith(claude, { ...(fields as Partial<RuleInput>), content: "# T\n" })).toBe(text);
  });

  it.each([
    ["", { inclusion: "always", content: "" }],
    ["---\n---\n\n# T\n", { inclusion: "always", content: "# T\n" }],
    [
      "---\ndescription: D\nowner: Ann\n---\n# T\n",
      { inclusion: "always", metadata: { description: "D", owner: "Ann" }, content: "# T\n" },
    ],
  ])("%j always applies, and unknown keys are preserved", (text, rule) => {
    expect(readWith(claude, text)).toEqual(rule);
  });

  it.each(["manual", "agentRequested", "relevant"] as const)(
    "a rule with inclusion %s is printed as one that always applies, with a fidelity note",
    (inclusion) => {
      const { text, notes } = claude.print(createRule({ id: "project:t", name: "t", inclusion, content: "# T\n" }));
      expect(text).toBe("# T\n");
      expect(notes).toMatchObject([{ field: "inclusion", kind: "meaning" }]);
    },
  );

  it("a description is lost, with a fidelity note", () => {
    const { notes } = claude.print(createRule({ id: "project:t", name: "t", description: "D" }));
    expect(notes).toEqual([{ field: "description", kind: "lost", message: "Claude Code has no descriptions." }]);
  });
});

const handWritten = [
  "\uFEFF---",
  "# Maintainer: Ann",
  "owner:   Ann   # she left",
  "paths:",
  '  - "src/**/*.ts"   # sources',
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
    ["a key that Claude Code does not know", { metadata: { owner: "Bob", custom: [{ x: 1 }] } }, "owner:   Ann ", "owner: Bob "],
    [
      "the patterns",
      { globs: ["a/*.ts", "b/*.ts"] },
      'paths:\r\n  - "src/**/*.ts"   # sources\r\n',
      'paths: ["a/*.ts", "b/*.ts"]\r\n',
    ],
    ["the inclusion", { inclusion: "always", globs: [] }, 'paths:\r\n  - "src/**/*.ts"   # sources\r\n', ""],
  ])("%s changes no other byte", (_, fields, before, after) => {
    expect(editWith(claude, handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("adds front matter to a file without one", () => {
    expect(editWith(claude, "# T\r\n", { inclusion: "fileMatch", globs: ["a/*.ts"] })).toBe(
      "---\r\npaths: a/*.ts\r\n---\r\n# T\r\n",
    );
  });
});

describe("imports", () => {
  it.each([
    ["Use @Query and (@Field).", "Use `@Query` and (`@Field`)."],
    ["See @README.md, @docs/a\\ b.md.", "See `@README.md`, `@docs/a\\ b.md`."],
    ["- @~/.claude/mine.md\n- @./x\n- @../y/z.md\n- @/etc/x", "- `@~/.claude/mine.md`\n- `@./x`\n- `@../y/z.md`\n- `@/etc/x`"],
    ["**@vue/test-utils**: yes", "**`@vue/test-utils`**: yes"],
    ["@media print", "`@media` print"],
  ])("in %j are escaped: %j", (content, printed) => {
    const { text, notes } = claude.print(createRule({ id: "project:t", name: "t", content }));
    expect(text).toBe(printed);
    expect(notes).toMatchObject([{ field: "content", kind: "lost" }]);
  });

  it.each([
    "Write to ann@example.com.",
    "In `@Query`, and in\n\n```ts\n@Query()\n```\n",
    'Not "@" alone, nor @"a b.md", nor @@x.',
    "node_modules/@types/node",
    "https://example.com/@ann",
  ])("are not found in %j", (content) => {
    expect(claude.print(createRule({ id: "project:t", name: "t", content }))).toEqual({ text: content, notes: [] });
  });

  it("of the original file are preserved when the text changes", () => {
    const rule = createRule({
      id: "project:t",
      name: "t",
      content: "See @docs/a.md.\nMore.\n",
      origin: { store: "fs", imports: true },
    });
    expect(claude.imports).toBe(true);
    expect(claude.print(rule, "See @docs/a.md.\n")).toEqual({ text: "See @docs/a.md.\nMore.\n", notes: [] });
  });
});

describe("Claude Code memory files", () => {
  it.each(["CLAUDE.md", "CLAUDE.local.md"])("%s always applies, even with front matter", (path) => {
    const text = "---\npaths: a/*.ts\n---\n# Carts\n";
    expect(readWith(claudeMemory, text, path)).toEqual({ inclusion: "always", content: text });
    expect(claudeMemory.parse({ text, path, file: path }).draft).toMatchObject({ name: path.replace(".md", ""), label: true });
    expect(reportWith(claudeMemory, text, path)).toEqual(["dialect/front-matter-as-text 1:1"]);
  });

  it("have imports, so words with a leading @ from other files are escaped", () => {
    expect(claudeMemory.imports).toBe(true);
    const rule = createRule({ id: "project:t", name: "t", content: "See @docs/a.md.\n" });
    expect(claudeMemory.print(rule).text).toBe("See `@docs/a.md`.\n");
    expect(claudeMemory.print({ ...rule, origin: { store: "fs", imports: true } }).text).toBe("See @docs/a.md.\n");
  });

  it("are in the project, in its subdirectories, and in the home directory", () => {
    const memory = ruleFiles.dialect.formats.find(({ codec }) => codec === claudeMemory);
    expect(memory?.locations).toEqual([
      { dir: "", files: ["CLAUDE.md", "CLAUDE.local.md"], nested: true },
      { dir: ".claude", files: ["CLAUDE.md"], nested: true },
      { dir: ".claude", files: ["CLAUDE.md"], personal: true },
    ]);
  });
});
