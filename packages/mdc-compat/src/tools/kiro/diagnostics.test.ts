import { matchesGlob } from "@precept/core";
import { describe, expect, it } from "vitest";
import { dialectDiagnostics } from "../../tables/diagnostics.ts";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { kiro } from "./codec.ts";
import type { kiroDiagnostics } from "./diagnostics.ts";

type Example = readonly [text: string, line: number, column: number, file?: string];

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "kiro/comma-patterns": ['---\ninclusion: fileMatch\nfileMatchPattern: "a/*.ts,b/*.ts"\n---\n', 3, 19],
  "kiro/no-patterns": ["---\nowner: Ann\ninclusion: fileMatch\n---\n", 3, 12],
  "kiro/ignored-patterns": ["---\nfileMatchPattern: a/*.ts\n---\n", 2, 19],
  "kiro/incomplete-auto": ["---\ninclusion: auto\ndescription: D\n---\n", 2, 12],
  "kiro/unknown-inclusion": ["---\ninclusion: sometimes\n---\n", 2, 12],
  "kiro/unseen-front-matter": ["---\ninclusion: manual\n...\n", 1, 1],
  "kiro/unreadable": ["---\ninclusion: fileMatch\nfileMatchPattern: *.ts\n---\n", 1, 1],
  "kiro/personal-file-match": [
    "---\ninclusion: fileMatch\nfileMatchPattern: a/*.ts\n---\n",
    2,
    12,
    "/home/ann/.kiro/steering/t.md",
  ],
} satisfies Record<keyof typeof kiroDiagnostics, Example>;

it.each<[string, Example]>(Object.entries(examples))(
  "reports %s with location and hint",
  (code, [text, line, column, file = "t.md"]) => {
    const found = kiro.parse({ text, path: "t.md", file }).diagnostics.find((one) => one.code === code);
    const severity = dialectDiagnostics[code]?.severity;
    expect(found).toMatchObject({ severity, file, line, column });
    expect(found?.hint).toMatch(/[.?]$/);
  },
);

function readHeader(...lines: string[]): ReturnType<typeof readWith> {
  return readWith(kiro, `---\n${lines.join("\n")}\n---\nText\n`);
}

describe("the front matter", () => {
  it.each([
    ["---\ninclusion: manual\n---\nText\n"],
    ["--- \t\ninclusion: manual\n---  \nText\n"],
    ["\uFEFF---\ninclusion: manual\n---\nText\n"],
    ["---\r\ninclusion: manual\r---\nText\n"],
    ["---\n# a comment\n\ninclusion: manual # c\n---\n\nText\n"],
  ])("is detected in %j", (text) => {
    expect(readWith(kiro, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(kiro, text)).toEqual([]);
  });

  it.each([
    ["\n---\ninclusion: manual\n---\nText\n", ["front-matter/leading-blank 2:1"]],
    [" ---\ninclusion: manual\n---\nText\n", []],
    ["# T\n\n---\ninclusion: manual\n---\n", []],
    ["---\ninclusion: manual\n\nText\n", ["front-matter/unclosed 1:1"]],
    ["---\ninclusion: manual\n---# Text\n", ["front-matter/glued-fence 3:1"]],
    ["---\ninclusion: manual\n----\nText\n", ["front-matter/unclosed 1:1"]],
    ["---\ninclusion: manual\n...\nText\n", ["kiro/unseen-front-matter 1:1"]],
    ["---\\ninclusion: manual\\n---\n", ["front-matter/literal-newlines 1:1"]],
    ["inclusion: manual\n---\nText\n", ["front-matter/no-opening-fence 1:1"]],
  ])("is not detected in %j, so the file is always included", (text, reported) => {
    expect(readWith(kiro, text)).toEqual({ inclusion: "always", content: text.replace(/^\n/, "") });
    expect(reportWith(kiro, text)).toEqual(reported);
  });

  it("that Kiro does not detect is reported", () => {
    const [diagnostic] = kiro.parse({ text: "\n---\ninclusion: manual\n---\n", path: "t.md", file: "t.md" }).diagnostics;
    expect(diagnostic?.message).toBe("The front matter does not begin on the first line; Kiro reads the whole file as text.");
  });

  it.each([
    "inclusion: fileMatch\nfileMatchPattern: *.ts",
    "inclusion: fileMatch\nfileMatchPattern: **/*.ts",
    "inclusion: manual\ninclusion: always",
    'inclusion: fileMatch\nfileMatchPattern: "a", "b"',
    "inclusion: manual\nnote: a: b",
    "inclusion: manual\n\t- tab",
  ])("with %j is not valid YAML, so the file is always included, and both are reported", (header) => {
    const text = `---\n${header}\n---\nText\n`;
    expect(readWith(kiro, text)).toEqual({ inclusion: "always", content: "Text\n" });
    const { diagnostics } = kiro.parse({ text, path: "t.md", file: "t.md" });
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(["front-matter/yaml", "kiro/unreadable"]));
    expect(diagnostics.every(({ severity }) => severity === "warning")).toBe(true);
  });

  it("is detected once; a second front matter is text", () => {
    const text = "---\ninclusion: manual\n---\n---\ninclusion: always\n---\n";
    expect(readWith(kiro, text)).toEqual({ inclusion: "manual", content: "---\ninclusion: always\n---\n" });
    expect(reportWith(kiro, text)).toEqual(["front-matter/double 4:1"]);
  });
});

describe("`inclusion`", () => {
  it.each([
    ["Always", "Did you mean `always`?"],
    ["filematch", "Did you mean `fileMatch`?"],
    ["FILEMATCH", "Did you mean `fileMatch`?"],
    ["Manual", "Did you mean `manual`?"],
    ["automatic", "Use `always`, `fileMatch`, `manual` or `auto`."],
    ["true", "Use `always`, `fileMatch`, `manual` or `auto`."],
    ["[manual]", "Use `always`, `fileMatch`, `manual` or `auto`."],
    ["toString", "Use `always`, `fileMatch`, `manual` or `auto`."],
  ])("`%s` is unknown, so the file is always included, with the hint %j", (word, hint) => {
    const text = `---\ninclusion: ${word}\n---\nText\n`;
    expect(readWith(kiro, text)).toEqual({ inclusion: "always", content: "Text\n" });
    const [diagnostic] = kiro.parse({ text, path: "t.md", file: "t.md" }).diagnostics;
    expect(diagnostic).toMatchObject({ code: "kiro/unknown-inclusion", hint, line: 2, column: 12 });
  });

  it.each([["name: carts"], ["description: D"], ["name: ''", "description: D"], ["name: carts", "description: 404"]])(
    "`auto` with only %j is agent-requested, and reported",
    (...lines) => {
      expect(readHeader("inclusion: auto", ...lines).inclusion).toBe("agentRequested");
      expect(reportWith(kiro, `---\ninclusion: auto\n${lines.join("\n")}\n---\n`)).toEqual(["kiro/incomplete-auto 2:12"]);
    },
  );
});

describe("patterns", () => {
  it.each([
    ['"src/**/*.ts,src/**/*.tsx"', ["src/**/*.ts,src/**/*.tsx"]],
    ["src/*.ts, docs/*.md", ["src/*.ts, docs/*.md"]],
    ['["a/*.ts,b/*.ts", "c/*.ts"]', ["a/*.ts,b/*.ts", "c/*.ts"]],
  ])("%s is one pattern, which matches nothing", (value, globs) => {
    expect(readHeader("inclusion: fileMatch", `fileMatchPattern: ${value}`).globs).toEqual(globs);
    expect(reportWith(kiro, `---\ninclusion: fileMatch\nfileMatchPattern: ${value}\n---\n`)).toEqual([
      "kiro/comma-patterns 3:19",
    ]);
    expect(["src/a.ts", "src/a.tsx", "docs/a.md", "a/b.ts"].some((path) => matchesGlob(globs[0] ?? "", path))).toBe(false);
  });

  it("can have commas in braces and brackets", () => {
    const text = '---\ninclusion: fileMatch\nfileMatchPattern: "src/*.{ts,tsx}"\n---\n';
    expect(reportWith(kiro, text)).toEqual([]);
  });

  it.each([
    [
      ["fileMatchPattern:", "- a/*.ts", "- b/*.ts"],
      ["a/*.ts", "b/*.ts"],
    ],
    [
      ["fileMatchPattern:", "  - 'a/*.ts'  # one", "  # two", '  - "b/*.ts"'],
      ["a/*.ts", "b/*.ts"],
    ],
    [["fileMatchPattern:", "  - a/*.ts", "  - ''", "  - 7"], ["a/*.ts"]],
    [["fileMatchPattern: >-", "  a/*.ts"], ["a/*.ts"]],
    [
      ["fileMatchPattern: [a/*.ts,", "  b/*.ts]"],
      ["a/*.ts", "b/*.ts"],
    ],
  ])("can be on several lines: %j", (lines, globs) => {
    expect(readHeader("inclusion: fileMatch", ...lines).globs).toEqual(globs);
  });

  it.each(["", "''", "[]", "null", "~", "7", "{a: b}", "[7]"])("`%s` has no pattern, so the file is never included", (value) => {
    const text = `---\ninclusion: fileMatch\nfileMatchPattern: ${value}\n---\nText\n`;
    expect(readWith(kiro, text)).toEqual({ inclusion: "fileMatch", content: "Text\n" });
    expect(reportWith(kiro, text)).toEqual(["kiro/no-patterns 2:12"]);
  });

  it("without a slash match in the root directory only", () => {
    expect(readHeader("inclusion: fileMatch", 'fileMatchPattern: "*.py"').globs).toEqual(["/*.py"]);
  });

  it.each([
    ["globs: a/*.ts", "dialect/foreign-key 3:1"],
    ["fileMatchPatterns: a/*.ts", "dialect/similar-key 3:1"],
  ])("with another key, %s, are reported", (line, reported) => {
    expect(reportWith(kiro, `---\ninclusion: always\n${line}\n---\n`)).toEqual([reported]);
  });
});

describe("`fileMatch` in personal steering", () => {
  const text = "---\ninclusion: fileMatch\nfileMatchPattern: a/*.ts\n---\n";
  const codes = (file: string): readonly string[] => kiro.parse({ text, path: "t.md", file }).diagnostics.map(({ code }) => code);

  it.each([
    "/home/ann/.kiro/steering/t.md",
    "~/.kiro/steering/t.md",
    "C:/Users/ann/.kiro/steering/t.md",
    "C:\\Users\\ann\\.kiro\\steering\\t.md",
  ])("does not trigger: %s", (file) => {
    expect(codes(file)).toEqual(["kiro/personal-file-match"]);
  });

  it.each([".kiro/steering/t.md", "packages/web/.kiro/steering/t.md", "t.md"])("triggers in the project: %s", (file) => {
    expect(codes(file)).toEqual([]);
  });
});
