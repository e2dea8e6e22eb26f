import { describe, expect, it } from "vitest";
import type { Rule, RuleInput } from "../model/rule.ts";
import { buildRule } from "../../test/rules.ts";
import { parseNativeRule } from "./parse-native.ts";
import { printNativeRule } from "./print-native.ts";

/** Prints the rule of a file with some fields changed. */
function edit(original: string, changes: Partial<RuleInput>): string {
  const { draft } = parseNativeRule({ text: original, path: "", file: "a.md" });
  return printNativeRule({ ...buildRule(), ...draft, ...changes } as Rule, original).text;
}

describe("a new file", () => {
  it("has a line for each non-default field, name and description first", () => {
    const rule = buildRule({
      name: "api",
      description: "Public API: handle with care",
      content: "# API\n\nBe kind.\n",
      inclusion: "fileMatch",
      globs: ["src/**/*.{ts,tsx}", "!**/gen/**"],
      priority: 80,
      override: true,
      enabled: false,
      authority: "absolute",
      category: "behavior",
      contexts: ["review"],
      targets: ["claude"],
      projectId: "404",
      userId: "true",
      tags: ["language:typescript"],
      conditions: { tier: { in: ["gold"] } },
      source: "import",
      version: 2,
      replaces: ["project:old.md"],
      metadata: { "the owner": "web: team", note: null, name: "a key of the model is no metadata" },
    });
    expect(printNativeRule(rule)).toEqual({
      text: [
        "---",
        "name: api",
        'description: "Public API: handle with care"',
        "inclusion: fileMatch",
        'globs: ["src/**/*.{ts,tsx}", "!**/gen/**"]',
        "priority: 80",
        "override: true",
        "enabled: false",
        "authority: absolute",
        "category: behavior",
        'contexts: ["review"]',
        'targets: ["claude"]',
        'projectId: "404"',
        'userId: "true"',
        'tags: ["language:typescript"]',
        'conditions: {"tier":{"in":["gold"]}}',
        "source: import",
        "version: 2",
        'replaces: ["project:old.md"]',
        'the owner: "web: team"',
        "note: null",
        "---",
        "",
        "# API",
        "",
        "Be kind.",
        "",
      ].join("\n"),
      notes: [
        {
          field: "metadata",
          kind: "lost",
          message: 'Metadata with the names of fields of a native file is left out: "name".',
        },
      ],
    });
  });

  it.each([
    "two\nlines",
    "ends with a space ",
    "\ttab",
    "- item",
    "true",
    "12",
    "'quoted'",
    'say "no"',
    "a # b",
    "ends with:",
    "*",
    "",
  ])("round-trips the tag %j", (text) => {
    const { text: printed } = printNativeRule(buildRule({ description: `x${text}`, userId: text }));
    expect(parseNativeRule({ text: printed, path: "", file: "" }).draft).toMatchObject({ description: `x${text}`, userId: text });
  });

  it.each([
    ["Return errors. Log them.\n", "Return errors."],
    ["```\ncode\n```\n", "api"],
  ])("uses the first sentence of the text %j or the name as a missing description, and notes it", (content, description) => {
    const { text, notes } = printNativeRule(buildRule({ name: "api", content }));
    expect(text).toContain(`\ndescription: ${description}\n`);
    expect(notes).toMatchObject([{ field: "description", kind: "lost" }]);
  });
});

describe("an exported file", () => {
  const rule = buildRule({
    id: "rule_12345",
    description: "D",
    createdAt: "2025-10-04T20:00:00Z",
    updatedAt: "2025-10-05T08:00:00+02:00",
  });
  const record = { id: rule.id, createdAt: rule.createdAt, updatedAt: rule.updatedAt };

  it("has the id and the times of the rule on request", () => {
    const { text, notes } = printNativeRule(rule, undefined, { withRecord: true });
    expect(text).toContain(
      '\nruleId: rule_12345\ncreatedAt: "2025-10-04T20:00:00Z"\nupdatedAt: "2025-10-05T08:00:00+02:00"\n---\n',
    );
    expect(notes).toEqual([]);
    expect(parseNativeRule({ text, path: "", file: "" }).record).toEqual(record);
    expect(printNativeRule(rule).text).not.toMatch(/ruleId|createdAt|updatedAt/);
  });

  it("keeps its record when a store of files edits it, even if the front matter is rewritten", () => {
    const { text } = printNativeRule(rule, undefined, { withRecord: true });
    const edited = { ...rule, id: "project:style.md", updatedAt: "2026-01-01T00:00:00.000Z", priority: 7 };
    expect(printNativeRule(edited, text).text).toBe(text.replace("\n---\n\n", "\npriority: 7\n---\n\n"));
    const flow = `---\n{name: style, description: D, ruleId: rule_12345}\n---\n\n${rule.content}`;
    expect(printNativeRule(edited, flow).text).toContain("\nruleId: rule_12345\n---");
  });

  it("gets a changed record on request, and loses times that are unknown", () => {
    const { text } = printNativeRule(rule, undefined, { withRecord: true });
    const later = { ...rule, createdAt: "", updatedAt: "2026-01-01T00:00:00.000Z" };
    const edited = printNativeRule(later, text, { withRecord: true }).text;
    expect(parseNativeRule({ text: edited, path: "", file: "" }).record).toEqual({
      id: "rule_12345",
      updatedAt: "2026-01-01T00:00:00.000Z",
    });
  });
});

describe("an edited file", () => {
  const original = [
    "---",
    "# Reviewed by Ann",
    "description:   'How we write'",
    "owner: web   # the team",
    "",
    "name: style",
    "priority: 10   # low",
    "tags:",
    "  - a  # first",
    "  - b",
    "---",
    "Text",
  ].join("\n");

  it("keeps all bytes outside the change: comments, order, quotes, unknown keys", () => {
    expect(edit(original, { priority: 90 })).toBe(original.replace("priority: 10   # low", "priority: 90   # low"));
    expect(edit(original, { tags: ["c"] })).toBe(original.replace("tags:\n  - a  # first\n  - b", 'tags: ["c"]'));
  });

  it("appends new keys and removes keys with default values", () => {
    expect(edit(original, { override: true })).toBe(original.replace("  - b\n---", "  - b\noverride: true\n---"));
    expect(edit(original, { priority: 50 })).toBe(original.replace("priority: 10   # low\n", ""));
    expect(edit(original, { metadata: {} })).toBe(original.replace("owner: web   # the team\n", ""));
  });

  it("changes only the text if only the text changed", () => {
    expect(edit(original, { content: "New text\n" })).toBe(original.replace("---\nText", "---\n\nNew text\n"));
  });

  it("keeps CRLF, a byte order mark and `...`", () => {
    const crlf = `\uFEFF${original.replace("---\nText", "...\nText").replaceAll("\n", "\r\n")}`;
    expect(edit(crlf, { priority: 90, override: true })).toBe(
      crlf.replace("priority: 10", "priority: 90").replace("  - b\r\n", "  - b\r\noverride: true\r\n"),
    );
  });

  it("keeps the comment after a quoted value", () => {
    const quoted = "---\nname: \"a\"  # short\ndescription: 'it''s # b' # long\n---\nText";
    expect(edit(quoted, { name: "c", description: "d" })).toBe("---\nname: c  # short\ndescription: d # long\n---\nText");
  });

  it("has globs under one key, `globs` if they changed", () => {
    const seed = "---\nname: a\nfileMatchPattern: '*.ts'\ndescription: b\n---\nText";
    expect(edit(seed, { globs: ["*.js"] })).toBe('---\nname: a\ndescription: b\nglobs: ["*.js"]\n---\nText');
    expect(edit(seed, { priority: 9 })).toBe("---\nname: a\nfileMatchPattern: '*.ts'\ndescription: b\npriority: 9\n---\nText");
  });

  it.each([
    ["a flow mapping", "{name: a, description: b, owner: web}"],
    ["quoted keys", '"name": a\n"description": b\nowner: web'],
    ["indented keys", "  name: a\n  description: b\n  owner: web"],
    ["an anchor", "name: &x a\ndescription: b\nowner: web\nother: *x"],
  ])("is rewritten if single lines cannot be edited: %s", (_, header) => {
    const { draft } = parseNativeRule({ text: `---\n${header}\n---\nText`, path: "", file: "" });
    const rule = { ...buildRule(), ...draft, name: "c" } as Rule;
    const { text, notes } = printNativeRule(rule, `---\n${header}\n---\nText`);
    expect(text).toMatch(/^---\nname: c\ndescription: b\ninclusion: always\nowner: web\n(?:other: a\n)?---\n\nText$/);
    expect(notes).toMatchObject([{ field: "metadata", kind: "lost" }]);
  });

  it("is rewritten if the original has no rule", () => {
    expect(printNativeRule(buildRule({ name: "a", description: "b" }), "Just text").text).toBe(
      "---\nname: a\ndescription: b\ninclusion: always\n---\n\nText of a.",
    );
  });
});
