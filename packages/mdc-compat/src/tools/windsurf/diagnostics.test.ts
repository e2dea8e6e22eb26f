import { describe, expect, it } from "vitest";
import { readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { antigravity } from "../antigravity/codec.ts";
import { antigravityDiagnostics } from "../antigravity/diagnostics.ts";
import { windsurf } from "./codec.ts";
import { windsurfDiagnostics } from "./diagnostics.ts";

type Example = readonly [text: string, line: number, column: number];

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "windsurf/unknown-trigger": ["---\ntrigger: always\n---\n", 2, 10],
  "windsurf/no-trigger": ["\n# Carts\n", 1, 1],
  "windsurf/no-patterns": ["---\nglobs:\ntrigger: glob\n---\n", 3, 10],
  "windsurf/no-description": ["---\ntrigger: model_decision\ndescription: ' '\n---\n", 2, 10],
  "windsurf/unreadable": ["---\ntrigger: always_on\ndescription: a: b\n---\n", 1, 1],
} satisfies Record<keyof typeof windsurfDiagnostics, Example>;

describe.each([
  ["windsurf", windsurf, windsurfDiagnostics],
  ["antigravity", antigravity, antigravityDiagnostics],
] as const)("%s", (id, codec, diagnostics) => {
  it.each(Object.entries(examples))("reports %s with its own prefix and location", (code, [text, line, column]) => {
    const own = code.replace("windsurf", id);
    expect(Object.keys(diagnostics)).toContain(own);
    expect(reportWith(codec, text)).toContain(`${own} ${line}:${column}`);
  });

  it("has no other diagnostics of its own", () => {
    const codes = Object.keys(examples).map((code) => code.replace("windsurf", id));
    expect(Object.keys(diagnostics).toSorted()).toEqual(codes.toSorted());
  });

  it("reports nothing about complete rules", () => {
    for (const keys of ["trigger: always_on", "trigger: glob\nglobs: **/*.ts", "trigger: model_decision\ndescription: D"])
      expect(reportWith(codec, `---\n${keys}\n---\nText\n`)).toEqual([]);
  });

  it.each([
    ["**/*.test.ts", ["**/*.test.ts"]],
    ["*.ts", ["/*.ts"]],
    ["src/a.ts,  src/b.ts ,", ["src/a.ts", "src/b.ts"]],
    ["src/**/*.{ts,tsx}, docs/*.md", ["src/**/*.{ts,tsx}", "docs/*.md"]],
    ["{a,b}/*.ts", ["{a,b}/*.ts"]],
    ["[ab]/*.ts", ["[ab]/*.ts"]],
    ["@types/*.ts", ["@types/*.ts"]],
    ["&a/*.ts", ["&a/*.ts"]],
    ["a: b/*.ts", ["a: b/*.ts"]],
    ["**/*.ts # tests", ["**/*.ts"]],
    ["'**/*.ts,src/*.md'", ["**/*.ts", "src/*.md"]],
    ['"**/*.ts"', ["**/*.ts"]],
    ['["**/*.ts", "src/*.md"]', ["**/*.ts", "src/*.md"]],
    ["[src/a.ts, src/b.ts] # both", ["src/a.ts", "src/b.ts"]],
    ["\n  - '**/*.ts'\n  - src/*.md", ["**/*.ts", "src/*.md"]],
    ["\n- src/a.ts", ["src/a.ts"]],
    [">-\n  src/a.ts,\n  src/b.ts", ["src/a.ts", "src/b.ts"]],
  ])("reads the patterns of `globs: %s`", (value, globs) => {
    const text = `---\ntrigger: glob\nglobs: ${value}\n---\nText\n`;
    expect(readWith(codec, text)).toEqual({ inclusion: "fileMatch", globs, content: "Text\n" });
    expect(reportWith(codec, text)).toEqual([]);
  });

  it.each(["", "null", "~", '""', "[]", "[1]", "# none"])("reads no patterns from `globs: %s`", (value) => {
    const text = `---\ntrigger: glob\nglobs: ${value}\n---\nText\n`;
    expect(readWith(codec, text)).toEqual({ inclusion: "fileMatch", content: "Text\n" });
    expect(reportWith(codec, text)).toEqual([`${id}/no-patterns 2:10`]);
  });

  it.each(["Always_On", "true", "always", "[glob]", "1"])("reads a rule with `trigger: %s` as manual", (word) => {
    const text = `---\ntrigger: ${word}\nglobs: src/*.ts\n---\nText\n`;
    expect(readWith(codec, text)).toMatchObject({ inclusion: "manual", globs: ["src/*.ts"] });
    expect(reportWith(codec, text)).toEqual([`${id}/unknown-trigger 2:10`]);
  });

  it("reads a rule with invalid YAML as manual, except for unquoted patterns", () => {
    const text = "---\ntrigger: always_on\nglobs: **/*.ts\ndescription: a: b\n---\nText\n";
    expect(readWith(codec, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(codec, text)).toEqual(["front-matter/yaml 4:14", `${id}/unreadable 1:1`]);
  });

  it("reads a rule with a duplicate key as manual", () => {
    const text = "---\ntrigger: glob\nglobs: **/*.ts\nglobs: src/*.ts\n---\nText\n";
    expect(readWith(codec, text)).toMatchObject({ inclusion: "manual" });
    expect(reportWith(codec, text)).toContain("front-matter/yaml 4:1");
  });

  it.each([
    ["--- \ntrigger: always_on\n---\t\nText\n", "always", []],
    ["---\r\ntrigger: always_on\r\n---\r\nText\n", "always", []],
    ["\uFEFF---\ntrigger: always_on\n---\nText\n", "always", []],
    ["\n---\ntrigger: always_on\n---\nText\n", "manual", ["front-matter/leading-blank 2:1", `${id}/no-trigger 1:1`]],
    ["---\ntrigger: always_on\n", "manual", ["front-matter/unclosed 1:1", `${id}/no-trigger 1:1`]],
    ["---\ntrigger: always_on\n---# Text\n", "manual", ["front-matter/glued-fence 3:1", `${id}/no-trigger 1:1`]],
    ["trigger: always_on\n---\nText\n", "manual", [`${id}/no-trigger 1:1`]],
    ["---\n---\nText\n", "manual", [`${id}/no-trigger 1:1`]],
    ["---\ntrigger: always_on\n---\n---\ntrigger: manual\n---\n", "always", ["front-matter/double 4:1"]],
  ])("reads %j as %s", (text, inclusion, reported) => {
    expect(readWith(codec, text).inclusion).toBe(inclusion);
    expect(reportWith(codec, text)).toEqual(reported);
  });

  it("reports keys of other tools and misspelled keys", () => {
    expect(reportWith(codec, "---\ntrigger: manual\nalwaysApply: true\npaths: a\nglob: b\n---\n")).toEqual([
      "dialect/foreign-key 3:1",
      "dialect/foreign-key 4:1",
      "dialect/similar-key 5:1",
    ]);
  });

  it("reports files with more than 12,000 characters", () => {
    const head = "---\ntrigger: manual\n---\n";
    expect(reportWith(codec, head.padEnd(12_000, "x"))).toEqual([]);
    expect(reportWith(codec, head.padEnd(12_001, "x"))).toEqual(["dialect/too-long 1:1"]);
  });

  it("prints no braces and no ambiguous commas", () => {
    expect(writeWith(codec, { inclusion: "fileMatch", globs: ["*.{ts,tsx}", "/src/a,b.ts", "docs/ #1/*.md"] })).toBe(
      "---\ntrigger: glob\nglobs: **/*.ts,**/*.tsx,/src/a\\,b.ts,docs/ \\#1/*.md\n---\n\n",
    );
  });
});
