import { describe, expect, it } from "vitest";
import { parseNativeRule } from "./parse-native.ts";

const file = ".precept/rules/style.md";

/** Parses a file with the given front matter lines after a name and a description. */
function parse(...lines: readonly string[]) {
  return parseNativeRule({
    text: ["---", "name: style", "description: How we write", ...lines, "---", "", "Text"].join("\n"),
    path: "style.md",
    file,
  });
}

describe("a native rule file", () => {
  it("has defaults for all missing fields", () => {
    expect(parse()).toStrictEqual({
      draft: {
        name: "style",
        description: "How we write",
        content: "Text",
        inclusion: "always",
        globs: [],
        priority: 50,
        override: false,
        enabled: true,
        pending: false,
        authority: "default",
        contexts: [],
        targets: [],
        tags: [],
        checks: [],
        version: 1,
        replaces: [],
        metadata: {},
        label: false,
      },
      diagnostics: [],
    });
  });

  it.each([
    ["inclusion", "manual", { inclusion: "manual" }],
    ["inclusion", "auto", { inclusion: "agentRequested" }],
    ["globs", '"**/*.ts"', { globs: ["**/*.ts"], inclusion: "fileMatch" }],
    ["globs", "src/*.{ts,tsx}, !**/gen/**", { globs: ["src/*.{ts,tsx}", "!**/gen/**"], inclusion: "fileMatch" }],
    ["globs", '["*.ts", "*.tsx"]', { globs: ["*.ts", "*.tsx"], inclusion: "fileMatch" }],
    ["globs", "\n  - a.ts\n  - 'b.ts'", { globs: ["a.ts", "b.ts"] }],
    ["globs", "", { globs: [], inclusion: "always" }],
    ["fileMatchPattern", "'*.{ts,tsx}'", { globs: ["*.{ts,tsx}"], inclusion: "fileMatch" }],
    ["priority", "80", { priority: 80 }],
    ["priority", '"80"', { priority: 80 }],
    ["priority", "", { priority: 50 }],
    ["targets", "~", { targets: [] }],
    ["override", "true", { override: true }],
    ["override", '"true"', { override: true }],
    ["enabled", "'false'", { enabled: false }],
    ["authority", "absolute", { authority: "absolute" }],
    ["category", "behavior", { category: "behavior" }],
    ["contexts", "review, chat", { contexts: ["review", "chat"] }],
    ["targets", "[claude, cursor]", { targets: ["claude", "cursor"] }],
    ["projectId", "shop", { projectId: "shop" }],
    ["userId", "ann", { userId: "ann" }],
    ["tags", "language:typescript", { tags: ["language:typescript"] }],
    ["conditions", "{tier: {in: [gold]}}", { conditions: { tier: { in: ["gold"] } } }],
    ["source", "import", { source: "import" }],
    ["source", "2024", { source: "2024" }],
    ["version", "3", { version: 3 }],
    ["replaces", "project:old.md", { replaces: ["project:old.md"] }],
  ])("reads %s: %s", (key, value, expected) => {
    expect(parse(`${key}: ${value}`).draft).toMatchObject(expected);
  });

  it("reads numbers as name and description", () => {
    const { draft } = parseNativeRule({ text: "---\nname: 404\ndescription: 500\n---\nx", path: "", file });
    expect(draft).toMatchObject({ name: "404", description: "500" });
  });

  it("combines globs and fileMatchPattern without duplicates", () => {
    expect(parse("globs: a.ts, b.ts", "fileMatchPattern: b.ts, c.ts").draft?.globs).toEqual(["a.ts", "b.ts", "c.ts"]);
  });

  it("keeps unknown keys as metadata, and reports them", () => {
    const { draft, diagnostics } = parse("owner: {team: web}", "reviewed: true");
    expect(draft?.metadata).toEqual({ owner: { team: "web" }, reviewed: true });
    expect(diagnostics).toMatchObject([
      { code: "rule/unknown-key", severity: "info", line: 4, column: 1, message: expect.stringContaining('"owner"') as string },
      {
        code: "rule/unknown-key",
        severity: "info",
        line: 5,
        column: 1,
        message: expect.stringContaining('"reviewed"') as string,
      },
    ]);
  });

  it("cannot set its own scope", () => {
    const { draft, diagnostics } = parse("scope: global");
    expect(draft?.metadata).toEqual({ scope: "global" });
    expect(diagnostics).toMatchObject([{ code: "rule/scope-from-place", severity: "warning", line: 4, column: 8 }]);
  });
});

describe("an invalid field", () => {
  it.each([
    [
      "inclusion: sometimes",
      12,
      'The field "inclusion" must be one of always, fileMatch, manual, agentRequested, relevant, not "sometimes".',
    ],
    ["globs: 7", 8, 'The field "globs" must be a text or a list of texts, not 7.'],
    ["priority: 101", 11, 'The field "priority" must be a whole number from 1 to 100, not 101.'],
    ["priority: 0", 11, 'The field "priority" must be a whole number from 1 to 100, not 0.'],
    ["priority: high", 11, 'The field "priority" must be a whole number from 1 to 100, not "high".'],
    ["priority: 1.5", 11, 'The field "priority" must be a whole number from 1 to 100, not 1.5.'],
    ["override:   yes", 13, 'The field "override" must be true or false, not "yes".'],
    ["authority: total", 12, 'The field "authority" must be absolute or default, not "total".'],
    ["category: rule", 11, 'The field "category" must be preference, behavior or agent, not "rule".'],
    ["projectId: 7", 12, 'The field "projectId" must be a text, not 7.'],
    ["conditions: gold", 13, 'The field "conditions" must be a mapping, not "gold".'],
    ["source: [a]", 9, 'The field "source" must be a text, not ["a"].'],
    ["version: 0", 10, 'The field "version" must be a whole number greater than 0, not 0.'],
  ])("%s is reported with file, line and column", (line, column, message) => {
    expect(parse("# a comment", line)).toEqual({
      diagnostics: [{ code: "rule/field-invalid", severity: "error", message, file, line: 5, column, incomplete: true }],
    });
  });

  it("does not hide other invalid fields", () => {
    expect(parse("priority: 0", "override: maybe").diagnostics.map(({ line }) => line)).toEqual([4, 5]);
  });
});

describe("a missing field", () => {
  it.each([
    ["---\ndescription: b\n---\nText", "name", 1],
    ["\n\n---\nname: a\n---\nText", "description", 3],
    ["---\nname:\ndescription: b\n---\nText", "name", 2],
  ])("in %j is reported with its name and a line", (text, field, line) => {
    const { draft, diagnostics } = parseNativeRule({ text, path: "", file });
    expect(draft).toBeUndefined();
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      {
        code: "rule/field-missing",
        message: `The field "${field}" is missing.`,
        hint: `Add a line \`${field}: …\` to the front matter.`,
        file,
        line,
      },
    ]);
  });

  it("does not include a blank field, which is invalid", () => {
    const { diagnostics } = parseNativeRule({ text: '---\nname: " "\ndescription: b\n---\nText', path: "", file });
    expect(diagnostics).toMatchObject([
      { code: "rule/field-invalid", message: 'The field "name" must be a text of at least one character, not " ".' },
    ]);
  });
});

describe("a file without a rule", () => {
  it.each([
    ["Just text", ["front-matter/missing"]],
    ["", ["front-matter/missing"]],
    ["name: a\n---\nText", ["front-matter/missing", "front-matter/no-opening-fence"]],
    ["---\\nname: a", ["front-matter/missing", "front-matter/literal-newlines"]],
    ["---\nname: a\ndescription: b\n\nText", ["front-matter/unclosed"]],
    ["---\nname: a\nname: b\ndescription: c\n---\nText", ["front-matter/yaml"]],
    ["---\n- a\n---\nText", ["front-matter/not-a-mapping"]],
  ])("%j is reported with the reason", (text, codes) => {
    const { draft, diagnostics } = parseNativeRule({ text, path: "", file });
    expect(draft).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
    expect(diagnostics.map((diagnostic) => diagnostic.file)).toEqual(codes.map(() => file));
  });
});

describe("warnings about a parsed rule", () => {
  it.each([
    ["---# Title", "front-matter/glued-fence"],
    ["---\n\n---\na: b\n---", "front-matter/double"],
    ["---\n\n", "rule/empty"],
  ])("for the end %j: %s", (end, code) => {
    const { draft, diagnostics } = parseNativeRule({ text: `---\nname: a\ndescription: b\n${end}`, path: "", file });
    expect(draft?.name).toBe("a");
    expect(diagnostics).toMatchObject([{ code, severity: "warning", file }]);
  });

  it("name the pattern that can never match, at its key", () => {
    const { draft, diagnostics } = parse(`globs: "${"{a,b}".repeat(10)}, +(a).ts"`);
    expect(draft?.globs).toHaveLength(2);
    expect(diagnostics).toMatchObject([{ code: "glob/too-complex", severity: "error", line: 4, column: 8 }]);
  });

  it("report a missing glob at the inclusion", () => {
    expect(parse("priority: 2", "inclusion: fileMatch").diagnostics).toMatchObject([
      { code: "rule/no-globs", line: 5, column: 12 },
    ]);
  });
});
