import { describe, expect, it } from "vitest";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { cline } from "./codec.ts";
import type { clineDiagnostics } from "./diagnostics.ts";

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "cline/unreadable": ["---\npaths: *.ts\n---\n", 1, 1],
  "cline/unseen-front-matter": ["--- \npaths: [a.ts]\n---\n", 1, 1],
  "cline/paths-not-a-list": ["---\nnote: 1\npaths: a.ts\n---\n", 3, 8],
  "cline/empty-path": ['---\npaths: ["a.ts", ""]\n---\n', 2, 8],
  "cline/excluding-path": ['---\npaths: [a.ts, "!b.ts"]\n---\n', 2, 8],
  "cline/dead-path": ["---\npaths:\n  - a/b.ts\n  - /c\n---\n", 3, 3],
} satisfies Record<keyof typeof clineDiagnostics, readonly [text: string, line: number, column: number]>;

it.each(Object.entries(examples))("reports %s with location and hint", (code, [text, line, column]) => {
  expect(reportWith(cline, text)).toContain(`${code} ${line}:${column}`);
  const found = cline.parse({ text, path: "t.md", file: "t.md" }).diagnostics.find((one) => one.code === code);
  expect(found).toMatchObject({ severity: "warning", file: "t.md" });
  expect(found?.hint).toMatch(/\.$/);
});

describe("the front matter", () => {
  it.each([
    ["---\npaths: [a/*]\n---\nText\n", "Text\n"],
    ["---\r\npaths: [a/*]\r\n---\r\nText\r\n", "Text\r\n"],
    ["\uFEFF---\npaths: [a/*]\n---\nText\n", "Text\n"],
    ["---\npaths: [a/*]\r\n---\nText\n", "Text\n"],
    ["---\npaths: [a/*]\n---", ""],
    ["---\npaths: [a/*]\n---# Text\n", "# Text\n"],
    ["---\npaths: [a/*]\n----\nText\n", "-\nText\n"],
    ["---\n\npaths: [a/*]\n---\n---\nname: t\n---\n", "---\nname: t\n---\n"],
    ["---\n---\npaths: [a/*]\n---\nText\n", "Text\n"],
  ])("is detected in %j", (text, content) => {
    expect(readWith(cline, text)).toEqual({ inclusion: "fileMatch", globs: ["a/*"], content });
    expect(reportWith(cline, text).filter((one) => one.startsWith("cline/"))).toEqual([]);
  });

  it.each([
    ["--- \npaths: [a/*]\n---\nText\n", ["cline/unseen-front-matter 1:1"]],
    ["---\npaths: [a/*]\n...\nText\n", ["cline/unseen-front-matter 1:1"]],
    ["---\rpaths: [a/*]\r---\rText\r", ["cline/unseen-front-matter 1:1"]],
    [" ---\npaths: [a/*]\n---\nText\n", []],
    ["Text\n\n---\npaths: [a/*]\n---\n", []],
    ["---\n---\nText\n", []],
    ["---\npaths: [a/*]\nText\n", ["front-matter/unclosed 1:1"]],
    ["\n---\npaths: [a/*]\n---\nText\n", ["front-matter/leading-blank 2:1"]],
    ["----\npaths: [a/*]\n---\nText\n", []],
    ["---\\npaths: [a/*]\\n---\n", ["front-matter/literal-newlines 1:1"]],
  ])("is not detected in %j, so the rule always applies", (text, reported) => {
    expect(readWith(cline, text)).toEqual({ inclusion: "always", content: text.replace(/^\n/, "") });
    expect(reportWith(cline, text)).toEqual(reported);
  });

  it.each([
    "paths: *.ts",
    "paths: [*.ts]",
    "paths: !a/**",
    "paths: [a.ts",
    "paths: [a.ts]\npaths: [b.ts]",
    "paths:\n\t- a.ts",
    "paths: [a.ts]\ndescription: a: b",
  ])("with `%s` is not valid YAML, so it is part of the text and the rule always applies", (keys) => {
    const text = `\uFEFF---\n${keys}\n---\nText\n`;
    expect(readWith(cline, text)).toEqual({ inclusion: "always", content: text.slice(1) });
    expect(reportWith(cline, text)).toContain("cline/unreadable 1:1");
  });

  it("that is valid YAML but not a mapping is removed from the text", () => {
    expect(readWith(cline, "---\njust text\n---\nText\n")).toEqual({ inclusion: "always", content: "Text\n" });
    expect(reportWith(cline, "---\njust text\n---\nText\n")).toEqual(["front-matter/not-a-mapping 2:1"]);
  });
});

describe("`paths`", () => {
  function readPaths(value: string): { readonly globs: unknown; readonly reported: readonly string[] } {
    const text = `---\npaths: ${value}\n---\nText\n`;
    const { inclusion, globs = [] } = readWith(cline, text);
    return { globs: inclusion === "always" ? "always" : globs, reported: reportWith(cline, text) };
  }

  it.each([
    ['["**/*.ts"]', ["**/*.ts"]],
    ["['*.ts', \"src/*\"]", ["/*.ts", "src/*"]],
    ["\n  - '**/*.{ts,tsx}'\n  - src/**", ["**/*.{ts,tsx}", "src/**"]],
    ["\n- src/**", ["src/**"]],
    ["[' src/** ']", ["src/**"]],
    ["['src/a,b.ts']", ["src/a,b.ts"]],
    ["['./src/*.ts']", ["src/*.ts"]],
    ["['**.ts']", ["**.ts"]],
    ["['!src/**']", ["!src/**"]],
    ["['!*.ts']", ["!/*.ts"]],
    ["[]", []],
    ["[' ']", []],
  ])("%s is parsed to %j", (value, globs) => {
    expect(readPaths(value)).toEqual({ globs, reported: [] });
  });

  it.each(["src/**/*.ts", '"**/*.ts"', "a.ts, b.ts", "", "null", "true", "{a: b}", ">-\n  a.ts"])(
    "`%s` is not a list, so the rule always applies",
    (value) => {
      const { globs, reported } = readPaths(value);
      expect(globs).toBe("always");
      expect(reported.map((one) => one.split(" ")[0])).toEqual(["cline/paths-not-a-list"]);
    },
  );

  it.each(['[""]', '["a.ts", ""]', "[a.ts, 1]", "[a.ts, null]", "[[a.ts]]", "\n  - a.ts\n  -"])(
    "`%s` has an item that is not a string, so the rule always applies",
    (value) => {
      const { globs, reported } = readPaths(value);
      expect(globs).toBe("always");
      expect(reported.map((one) => one.split(" ")[0])).toEqual(["cline/empty-path"]);
    },
  );

  it.each([
    ["[src/, a.ts]", ["/a.ts"], ["src/"]],
    ["[/src/**, /a]", [], ["/src/**", "/a"]],
    ["['!/src/**']", ["**"], ["!/src/**"]],
  ])("`%s` has patterns that match nothing", (value, globs, dead) => {
    const { diagnostics } = cline.parse({ text: `---\npaths: ${value}\n---\n`, path: "t.md", file: "t.md" });
    expect(readPaths(value).globs).toEqual(globs);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      dead.map((path) => `The pattern "${path}" matches no file in Cline because it has a leading or trailing slash.`),
    );
  });

  it("with several patterns and an exclusion matches everything, as in Cline", () => {
    expect(readPaths("['src/**', '!src/gen/**']")).toEqual({ globs: ["**"], reported: ["cline/excluding-path 2:8"] });
  });
});

it("keys of other tools have no effect and are reported", () => {
  const text = "---\nglobs: a.ts\nalwaysApply: false\npath: b.ts\n---\nText\n";
  expect(readWith(cline, text)).toMatchObject({
    inclusion: "always",
    metadata: { globs: "a.ts", alwaysApply: false, path: "b.ts" },
  });
  expect(reportWith(cline, text)).toEqual(["dialect/foreign-key 2:1", "dialect/foreign-key 3:1", "dialect/similar-key 4:1"]);
});
