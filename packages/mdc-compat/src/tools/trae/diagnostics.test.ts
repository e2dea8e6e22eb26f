import type { Inclusion } from "@precept/core";
import { describe, expect, it } from "vitest";
import { dialectDiagnostics } from "../../tables/diagnostics.ts";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { trae } from "./codec.ts";
import type { traeDiagnostics } from "./diagnostics.ts";

type Example = readonly [text: string, line: number, column: number];

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "trae/no-front-matter": ["# T\n", 1, 1],
  "trae/unseen-front-matter": ["---\nalwaysApply: false\n...\n", 1, 1],
  "trae/always-apply": ['---\nscene: git_message\nalwaysApply: "true"\n---\n', 3, 14],
  "trae/ignored-globs": ["---\nalwaysApply: true\nglobs: a/*.ts\n---\n", 3, 8],
  "trae/not-yaml": ["---\nalwaysApply: false\nglobs: **/*.ts\n---\n", 3, 8],
  "trae/duplicate-key": ["---\nglobs: a/*.ts\nx: 1\nglobs: b/*.ts\n---\n", 4, 8],
} satisfies Record<keyof typeof traeDiagnostics, Example>;

it.each<[string, Example]>(Object.entries(examples))("reports only %s, with location and hint", (code, [text, line, column]) => {
  expect(reportWith(trae, text)).toEqual([`${code} ${line}:${column}`]);
  const [found] = trae.parse({ text, path: "t.md", file: "t.md" }).diagnostics;
  expect(found).toMatchObject({ severity: dialectDiagnostics[code]?.severity, file: "t.md" });
  expect(found?.hint).toMatch(/\.$/);
});

function readHeader(...lines: string[]): ReturnType<typeof readWith> {
  return readWith(trae, `---\n${lines.join("\n")}\n---\nText\n`);
}

describe("the front matter", () => {
  it.each([
    ["---\nalwaysApply: false\n---\nText\n"],
    ["--- \t\nalwaysApply: false\n---  \n\nText\n"],
    ["\uFEFF---\nalwaysApply: false\n---\nText\n"],
    ["---\r\nalwaysApply: false\r---\nText\n"],
  ])("is detected in %j", (text) => {
    expect(readWith(trae, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(trae, text)).toEqual([]);
  });

  it.each([
    ["# T\n", []],
    ["", []],
    ["\n---\nalwaysApply: false\n---\n", ["front-matter/leading-blank 2:1"]],
    ["---\nalwaysApply: false\n\n# T\n", ["front-matter/unclosed 1:1"]],
    ["---\nalwaysApply: false\n---# T\n", ["front-matter/glued-fence 3:1"]],
  ])("is not detected in %j, so the rule always applies", (text, reported) => {
    expect(readWith(trae, text)).toEqual({ inclusion: "always", content: text.replace(/^\n/, "") });
    expect(reportWith(trae, text)).toEqual([...reported, "trae/no-front-matter 1:1"]);
  });

  it("is read line by line, so an invalid line does not affect other lines", () => {
    expect(readHeader("description: Go: fmt", "globs: *.go", "lost", "note: [", "\t- tab", "alwaysApply: false")).toEqual({
      inclusion: "fileMatch",
      description: "Go: fmt",
      globs: ["/*.go"],
      metadata: { note: "[\n\t- tab" },
      content: "Text\n",
    });
  });
});

describe("the inclusion", () => {
  const [globs, description] = ["globs: a/*.ts", "description: D"];

  it.each<[string[], Inclusion]>([
    [["alwaysApply: true"], "always"],
    [["alwaysApply: true", globs, description], "always"],
    [["alwaysApply: false", globs, description], "fileMatch"],
    [[globs], "fileMatch"],
    [[description], "agentRequested"],
    [["alwaysApply: false", description, "globs:"], "agentRequested"],
    [["alwaysApply:", "description:", "globs:"], "manual"],
    [["scene: git_message"], "manual"],
    [[""], "manual"],
    [["alwaysApply: True"], "always"],
    [["alwaysApply: 'true'"], "manual"],
    [["alwaysApply: yes"], "manual"],
    [["alwaysApply: 1"], "manual"],
    [["alwaysApply: true # c"], "always"],
    [["alwaysApply: false", "alwaysApply: true"], "manual"],
  ])("%j is %s", (lines, inclusion) => {
    expect(readHeader(...lines).inclusion).toBe(inclusion);
  });
});

describe("`globs`", () => {
  it.each([
    ["*.ts", ["/*.ts"]],
    ["**/*.ts,**/*.tsx", ["**/*.ts", "**/*.tsx"]],
    [" **/*.ts ,, docs/*.md, ", ["**/*.ts", "docs/*.md"]],
    ["**/*.ts # c", ["**/*.ts"]],
    ["src/**/*.{ts,tsx},docs/*.md", ["src/**/*.{ts,tsx}", "docs/*.md"]],
    ["{a,b}/*.ts", ["{a,b}/*.ts"]],
    ["[ab]/*.ts", ["[ab]/*.ts"]],
    ["!a/**", ["!a/**"]],
    ["@types/*.d.ts", ["@types/*.d.ts"]],
    ["true", ["/true"]],
    ["404", ["/404"]],
    ['"a/*.ts, b/*.ts"', ["a/*.ts", "b/*.ts"]],
    ['["**/*.md", "**/*.mdx"]', ["**/*.md", "**/*.mdx"]],
    ["\n  - a/*.ts\n  - 'b/*.ts'", ["a/*.ts", "b/*.ts"]],
  ])("`%s` is parsed to %j", (value, globs) => {
    expect(readHeader(`globs: ${value}`)).toMatchObject({ inclusion: "fileMatch", globs });
  });

  it.each(["", "null", "~", "''", "[]", "# c", ","])("`%s` has no pattern", (value) => {
    expect(readHeader(`globs: ${value}`)).toEqual({ inclusion: "manual", content: "Text\n" });
  });
});

describe("`description`", () => {
  it.each([
    ["404", "404"],
    ["Go: fmt", "Go: fmt"],
    ["'it''s'", "it's"],
    ["|\n  two\n  lines", "two\nlines\n"],
    ["[a]", ""],
    ["{a: b}", ""],
  ])("`%s` is parsed to %j", (value, description) => {
    expect(readHeader(`description: ${value}`).description ?? "").toBe(description);
  });
});

it.each([
  ["glob: a/*.ts", "dialect/similar-key 2:1"],
  ["always_apply: true", "dialect/similar-key 2:1"],
  ["paths: a/*.ts", "dialect/foreign-key 2:1"],
  ["inclusion: always", "dialect/foreign-key 2:1"],
])("the key of `%s` has no effect and is reported", (line, reported) => {
  expect(readHeader(line).inclusion).toBe("manual");
  expect(reportWith(trae, `---\n${line}\n---\n`)).toEqual([reported]);
});
