import { createRule, type FidelityNote, type Rule, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { toRootedGlobs } from "../../globs/rooted.ts";
import { parseCursorRule } from "./parse.ts";
import { printCursorRule } from "./print.ts";

function make(fields: Partial<RuleInput>): Rule {
  return createRule({ id: "project:style", name: "style", content: "Body\n", ...fields });
}

function notesOf(fields: Partial<RuleInput>): string[] {
  return printCursorRule(make(fields)).notes.map(({ field, kind }) => `${field} ${kind}`);
}

describe("a new file", () => {
  it.each<[string, Partial<RuleInput>, string]>([
    ["always", { inclusion: "always", description: "About carts" }, "description: About carts\nglobs:\nalwaysApply: true"],
    [
      "by file",
      { inclusion: "fileMatch", globs: ["*.ts", "/*.md", "src/**"] },
      "description:\nglobs: **/*.ts,*.md,src/**\nalwaysApply: false",
    ],
    [
      "when the agent requests it",
      { inclusion: "agentRequested", description: "D" },
      "description: D\nglobs:\nalwaysApply: false",
    ],
    ["when requested by name", { inclusion: "manual" }, "description:\nglobs:\nalwaysApply: false"],
  ])("for a rule that applies %s has Cursor's three keys", (_, fields, header) => {
    expect(printCursorRule(make(fields))).toEqual({ text: `---\n${header}\n---\n\nBody\n`, notes: [] });
  });

  it("has patterns without braces and quotes", () => {
    const { text } = printCursorRule(make({ inclusion: "fileMatch", globs: ["src/**/*.{ts,tsx}"] }));
    expect(text).toContain("\nglobs: src/**/*.ts,src/**/*.tsx\n");
  });

  it.each([
    [["src/a #b.ts", "c/d.ts"], "src/a \\#b.ts,c/d.ts"],
    [["src/[ #].ts"], "src/[ \\#].ts"],
    [["src/a,b.ts", "/[ab]"], "src/a\\,b.ts,/[ab]"],
  ])("has the patterns %j as `%s`, which is parsed to the same patterns", (globs, printed) => {
    const { text } = printCursorRule(make({ inclusion: "fileMatch", globs }));
    expect(text).toContain(`\nglobs: ${printed}\n`);
    const { draft } = parseCursorRule({ text, path: "style.mdc", file: "style.mdc" });
    expect(draft?.globs.flatMap(toRootedGlobs).join(",")).toBe(printed);
  });

  it("has unknown keys at the end", () => {
    const metadata = { author: "Ann", version: "2", tags: ["a: b"], note: "two\nlines", more: { x: null } };
    expect(printCursorRule(make({ metadata })).text).toBe(
      [
        "---",
        "description:",
        "globs:",
        "alwaysApply: true",
        "author: Ann",
        'version: "2"',
        'tags: ["a: b"]',
        'note: "two\\nlines"',
        'more: {"x":null}',
        "---",
        "",
        "Body",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["# no comment", '"# no comment"'],
    ['"quoted"', '"\\"quoted\\""'],
    ["'quoted'", "\"'quoted'\""],
    [">-", '">-"'],
    ["two\nlines", "two lines"],
    ["a: b # c", "a: b # c"],
  ])("has the description %j as `%s`", (description, printed) => {
    expect(printCursorRule(make({ description })).text).toContain(`\ndescription: ${printed}\n`);
  });

  it("gets no additional keys from line breaks in patterns, descriptions or metadata", () => {
    const injected = "x\nalwaysApply: true\n---\n";
    const { text } = printCursorRule(
      make({
        inclusion: "fileMatch",
        globs: [injected, `/${injected}`],
        description: injected,
        metadata: { note: injected, [injected]: 1 },
      }),
    );
    const { draft } = parseCursorRule({ text, path: "style.mdc", file: "style.mdc" });
    expect(draft).toMatchObject({ inclusion: "fileMatch", content: "Body\n", metadata: { note: injected } });
  });
});

describe("a fidelity note", () => {
  const byFile = { inclusion: "fileMatch", globs: ["a/b.ts"] } as const;

  it.each<[Partial<RuleInput>, string]>([
    [{ inclusion: "relevant", description: "D" }, "inclusion meaning"],
    [{ enabled: false }, "enabled meaning"],
    [{ inclusion: "fileMatch", globs: ["a/b.ts", "!a/c.ts", "!a/d.ts"] }, "globs meaning"],
    [{ inclusion: "fileMatch", globs: [] }, "globs meaning"],
    [{ inclusion: "fileMatch", globs: ["{,}"] }, "globs meaning"],
    [{ inclusion: "fileMatch", globs: ["a/b\nc.ts", "a/d "] }, "globs meaning"],
    [{ inclusion: "agentRequested", description: " " }, "description meaning"],
    [{ inclusion: "manual", description: "D" }, "description lost"],
    [{ description: "two\nlines" }, "description lost"],
    [{ inclusion: "always", globs: ["a/b.ts"] }, "globs lost"],
    [{ inclusion: "agentRequested", description: "D", globs: ["a/b.ts"] }, "globs lost"],
    [{ inclusion: "manual", globs: ["a/b.ts"] }, "globs lost"],
    [{ ...byFile, targets: ["claude"] }, "targets meaning"],
    [{ ...byFile, contexts: ["review"] }, "contexts meaning"],
    [{ ...byFile, conditions: { language: "de" } }, "conditions meaning"],
    [{ ...byFile, userId: "ann" }, "userId meaning"],
    [{ ...byFile, projectId: "shop" }, "projectId lost"],
    [{ ...byFile, source: "import" }, "source lost"],
    [{ ...byFile, priority: 90 }, "priority lost"],
    [{ ...byFile, override: true }, "override lost"],
    [{ ...byFile, authority: "absolute" }, "authority lost"],
    [{ ...byFile, category: "agent" }, "category lost"],
    [{ ...byFile, tags: ["language:ts"] }, "tags lost"],
    [{ ...byFile, version: 2 }, "version lost"],
    [{ ...byFile, replaces: ["project:old"] }, "replaces lost"],
    [{ ...byFile, metadata: { "not a key": 1 } }, "metadata lost"],
    [{ ...byFile, metadata: { alwaysApply: true } }, "metadata lost"],
  ])("for %j is %s", (fields, note) => {
    expect(notesOf(fields)).toEqual([note]);
  });

  it.each<[Partial<RuleInput>]>([
    [byFile],
    [{ inclusion: "always", description: "D" }],
    [{ inclusion: "agentRequested", description: "D" }],
    [{ inclusion: "manual" }],
    [{ ...byFile, targets: ["claude", "cursor"] }],
    [{ ...byFile, metadata: { author: "Ann" } }],
  ])("is not needed for %j", (fields) => {
    expect(notesOf(fields)).toEqual([]);
  });

  it("is created once for each loss, for new files and for edited files", () => {
    const rule = make({ inclusion: "relevant", enabled: false, priority: 1, tags: ["a", "b"], override: true });
    const fresh = printCursorRule(rule).notes;
    expect(fresh.map(({ field }) => field)).toEqual(["inclusion", "enabled", "priority", "override", "tags"]);
    expect(printCursorRule(rule, "---\nalwaysApply: true\n---\nOld\n").notes).toEqual(fresh);
  });

  it("has a message", () => {
    const [note] = printCursorRule(make({ enabled: false })).notes;
    expect(note).toEqual<FidelityNote>({
      field: "enabled",
      kind: "meaning",
      message: "Cursor does not support disabled rules.",
    });
  });
});
