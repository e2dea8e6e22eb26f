import { matchesGlob } from "@precept/core";
import { describe, expect, it } from "vitest";
import { dialectDiagnostics } from "../../tables/diagnostics.ts";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { claude } from "./codec.ts";
import type { claudeDiagnostics } from "./diagnostics.ts";

type Example = readonly [text: string, line: number, column: number];

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "claude/unseen-front-matter": ["---\npaths: a/*.ts\n...\n", 1, 1],
  "claude/unreadable": ["---\npaths: **/*.ts\n---\n", 1, 1],
  "claude/no-paths": ["---\nowner: Ann\npaths: []\n---\n", 3, 8],
  "claude/unclosed-class": ["---\npaths: src/[id/page.tsx\n---\n", 2, 8],
  "claude/brace-budget": [`---\npaths: src/${"{a,b}".repeat(10)}\n---\n`, 2, 8],
  "claude/byte-order-mark": ["\uFEFF---\npaths: a/*.ts\n---\n", 1, 1],
} satisfies Record<keyof typeof claudeDiagnostics, Example>;

it.each<[string, Example]>(Object.entries(examples))("reports %s with location and hint", (code, [text, line, column]) => {
  const found = claude.parse({ text, path: "t.md", file: "t.md" }).diagnostics.find((one) => one.code === code);
  const severity = dialectDiagnostics[code]?.severity;
  expect(found).toMatchObject({ severity, file: "t.md", line, column });
  expect(found?.hint).toMatch(/\.$/);
});

function readPaths(...lines: string[]): readonly string[] | undefined {
  return readWith(claude, `---\n${lines.join("\n")}\n---\nText\n`).globs;
}

describe("the front matter", () => {
  it.each([
    ["---\npaths: a/*.ts\n---\nText\n", []],
    ["--- \t\npaths: a/*.ts\n---  \n\nText\n", []],
    ["---\r\npaths: a/*.ts\r---\nText\n", []],
    ["---\n# c\n\npaths: a/*.ts # c\n---\nText\n", []],
    ["\uFEFF---\npaths: a/*.ts\n---\nText\n", ["claude/byte-order-mark 1:1"]],
  ])("is detected in %j", (text, reported) => {
    expect(readWith(claude, text)).toEqual({ inclusion: "fileMatch", globs: ["a/*.ts"], content: "Text\n" });
    expect(reportWith(claude, text)).toEqual(reported);
  });

  it.each([
    ["\n---\npaths: a/*.ts\n---\nText\n", ["front-matter/leading-blank 2:1"]],
    [" ---\npaths: a/*.ts\n---\nText\n", []],
    ["# T\n\n---\npaths: a/*.ts\n---\n", []],
    ["```\n---\npaths: a/*.ts\n---\n```\n", []],
    ["---\npaths: a/*.ts\n\nText\n", ["front-matter/unclosed 1:1"]],
    ["---\npaths: a/*.ts\n---# Text\n", ["front-matter/glued-fence 3:1"]],
    ["---\npaths: a/*.ts\n...\nText\n", ["claude/unseen-front-matter 1:1"]],
    ["---\\npaths: a/*.ts\\n---\n", ["front-matter/literal-newlines 1:1"]],
  ])("is not detected in %j, so the rule always applies", (text, reported) => {
    expect(readWith(claude, text)).toEqual({ inclusion: "always", content: text.replace(/^\n/, "") });
    expect(reportWith(claude, text)).toEqual(reported);
  });

  it.each([
    "paths: **/*.ts",
    "paths: *.ts",
    "paths:\n  - **/*.ts",
    "paths: {src,lib}/**/*.ts",
    'paths: "a/*.ts", "b/*.ts"',
    "paths: !a/**",
    "paths: @types/*.d.ts",
    "paths: a/*.ts\npaths: b/*.ts",
    "paths: a/*.ts\nnote: a: b",
    "paths: a/*.ts\n\tnote: a",
    "paths: a/*.ts\nlost",
    "just text",
    "- paths",
  ])("with %j cannot be read, so the rule always applies, and both are reported", (header) => {
    const text = `---\n${header}\n---\nText\n`;
    expect(readWith(claude, text)).toEqual({ inclusion: "always", content: "Text\n" });
    const { diagnostics } = claude.parse({ text, path: "t.md", file: "t.md" });
    expect(diagnostics.length).toBeGreaterThan(1);
    expect(diagnostics.at(-1)?.code).toBe("claude/unreadable");
    expect(diagnostics.every(({ severity, code }) => severity === "warning" && /^front-matter\/|^claude\//.test(code))).toBe(
      true,
    );
  });
});

describe("`paths`", () => {
  it.each([
    ["a/*.ts,b/*.ts", ["a/*.ts", "b/*.ts"]],
    ['" a/*.ts , b/*.ts, "', ["a/*.ts", "b/*.ts"]],
    ['"**/*.{ts,tsx}, docs/*.md"', ["**/*.{ts,tsx}", "docs/*.md"]],
    ['"src/[a,b].ts"', ["src/[a,b].ts"]],
    ['["a/*.ts,b/*.ts"]', ["a/*.ts,b/*.ts"]],
    ["[a/*.ts, '', 7, null]", ["a/*.ts"]],
    ["\n- a/*.ts\n- b/*.ts", ["a/*.ts", "b/*.ts"]],
    ["\n  - 'a/*.ts'\n  - \"b/*.ts\"", ["a/*.ts", "b/*.ts"]],
    [">-\n  a/*.ts,\n  b/*.ts", ["a/*.ts", "b/*.ts"]],
    ['"*.md"', ["/*.md"]],
    ['["*.md", "**"]', ["/*.md", "**"]],
  ])("`%s` is parsed to %j", (value, globs) => {
    expect(readPaths(`paths: ${value}`)).toEqual(globs);
  });

  it.each(["", "''", "[]", "null", "','", "7", "true", "{a: b}", "['']"])(
    "`%s` has no pattern, so the rule always applies",
    (value) => {
      const text = `---\npaths: ${value}\n---\nText\n`;
      expect(readWith(claude, text)).toEqual({ inclusion: "always", content: "Text\n" });
      expect(reportWith(claude, text)).toEqual(["claude/no-paths 2:8"]);
    },
  );

  it.each(["src/[id/page.tsx", "a/[", "[a]/[b", "src/[!]", "{a,[b}/c"])("`%s` has an unclosed bracket", (pattern) => {
    expect(reportWith(claude, `---\npaths: ["a/*.ts", "${pattern}"]\n---\n`)).toEqual(["claude/unclosed-class 2:8"]);
  });

  it.each(["src/[id]/page.tsx", "src/\\\\[id", "[]]", "a[!b]c"])("`%s` has no unclosed bracket", (pattern) => {
    expect(reportWith(claude, `---\npaths: ["${pattern}"]\n---\n`)).toEqual([]);
  });

  it("of one rule can expand to 1,000 patterns together; braces beyond that are literal", () => {
    const hundreds = `{a,b,c,d,e,f,g,h,i,j}{0,1,2,3,4,5,6,7,8,9}`;
    const globs = readPaths(`paths: ["x/${hundreds}{1,2,3,4,5,6,7,8,9}", "y/${hundreds}", "z/{a,b}", "w/*.ts"]`);
    expect(globs?.slice(1)).toEqual(["y/" + hundreds, "z/\\{a,b\\}", "w/*.ts"]);
    expect(matchesGlob(globs?.[2] ?? "", "z/a")).toBe(false);
    expect(matchesGlob(globs?.[2] ?? "", "z/{a,b}")).toBe(true);
  });
});

describe("keys of other tools", () => {
  it.each([
    ["globs: a/*.ts", "dialect/foreign-key"],
    ["alwaysApply: false", "dialect/foreign-key"],
    ["applyTo: a/*.ts", "dialect/foreign-key"],
    ["path: a/*.ts", "dialect/similar-key"],
    ["Paths: a/*.ts", "dialect/similar-key"],
  ])("%j has no effect and is reported", (line, code) => {
    const text = `---\n${line}\n---\nText\n`;
    expect(readWith(claude, text).inclusion).toBe("always");
    expect(reportWith(claude, text)).toEqual([`${code} 2:1`]);
  });

  it("are reported with the equivalent key", () => {
    const [diagnostic] = claude.parse({ text: "---\nglobs: a/*.ts\n---\n", path: "t.md", file: "t.md" }).diagnostics;
    expect(diagnostic?.hint).toBe("Use `paths` for Claude Code.");
  });

  it.each(["description: About carts", "name: carts", "owner: Ann"])("%j is not reported", (line) => {
    expect(reportWith(claude, `---\n${line}\n---\nText\n`)).toEqual([]);
  });
});
