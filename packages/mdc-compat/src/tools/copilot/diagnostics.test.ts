import { describe, expect, it } from "vitest";
import { dialectDiagnostics } from "../../tables/diagnostics.ts";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { copilot } from "./codec.ts";
import type { copilotDiagnostics } from "./diagnostics.ts";

type Example = readonly [text: string, line: number, column: number];

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "copilot/unclosed": ["---\ndescription: D\n\n# T\n", 1, 1],
  "copilot/no-front-matter": ["# T\n", 1, 1],
  "copilot/not-text": ['---\ndescription: D\napplyTo: ["a"]\n---\n', 3, 10],
  "copilot/no-patterns": ["---\ndescription: D\napplyTo: ','\n---\n", 3, 10],
  "copilot/dead-pattern": ['---\napplyTo: "**/a, /src/**"\n---\n', 2, 10],
  "copilot/match-all": ['---\napplyTo: "**, src/**"\n---\n', 2, 10],
  "copilot/not-yaml": ["---\napplyTo: **/*.ts, **/*.js\n---\n", 2, 10],
  "copilot/block-value": ["---\nx: 1\ndescription: >-\n  D\n---\n", 3, 14],
  "copilot/after-quote": ['---\napplyTo: "a", "b"\n---\n', 2, 10],
  "copilot/duplicate-key": ['---\napplyTo: "a"\nx: 1\napplyTo: "b"\n---\n', 4, 10],
  "copilot/stray-line": ['---\napplyTo: "a"\nThis is lost\n---\n', 3, 1],
  "copilot/tab": ['---\napplyTo: "a"\nx:\n\t- 1\n---\n', 4, 1],
} satisfies Record<keyof typeof copilotDiagnostics, Example>;

it.each<[string, Example]>(Object.entries(examples))("reports only %s, with location and hint", (code, [text, line, column]) => {
  expect(reportWith(copilot, text)).toEqual([`${code} ${line}:${column}`]);
  const [found] = copilot.parse({ text, path: "t.instructions.md", file: "t.md" }).diagnostics;
  expect(found).toMatchObject({ severity: dialectDiagnostics[code]?.severity, file: "t.md" });
  expect(found?.message).toMatch(/\.$/);
  expect(found?.hint).toMatch(/\.$/);
});

function readHeader(...lines: string[]): ReturnType<typeof readWith> {
  return readWith(copilot, `---\n${lines.join("\n")}\n---\nText\n`);
}

function reportHeader(...lines: string[]): readonly string[] {
  return reportWith(copilot, `---\n${lines.join("\n")}\n---\nText\n`);
}

describe("the front matter", () => {
  it.each([
    ['---\napplyTo: "a"\n---\nText\n'],
    ['--- \t\napplyTo: "a"\n---  \n\nText\n'],
    ['\uFEFF---\napplyTo: "a"\n---\nText\n'],
    ['---\r\napplyTo: "a"\r\n---\nText\n'],
    ['---\n# c\n\napplyTo: "a" # c\n---\nText\n'],
  ])("is detected in %j", (text) => {
    expect(readWith(copilot, text)).toEqual({ inclusion: "fileMatch", globs: ["**/a"], content: "Text\n" });
    expect(reportWith(copilot, text)).toEqual([]);
  });

  it.each([
    ['\n---\napplyTo: "a"\n---\n', ["front-matter/leading-blank 2:1", "copilot/no-front-matter 1:1"]],
    [' ---\napplyTo: "a"\n---\n', ["copilot/no-front-matter 1:1"]],
    ['----\napplyTo: "a"\n---\n', ["copilot/no-front-matter 1:1"]],
    ['```\n---\napplyTo: "a"\n---\n```\n', ["copilot/no-front-matter 1:1"]],
    ['applyTo: "a"\n---\nText\n', ["copilot/no-front-matter 1:1"]],
  ])("is not detected in %j: it has to start on the first line, and the rule is manual", (text, reported) => {
    expect(readWith(copilot, text)).toEqual({ inclusion: "manual", content: text.replace(/^\n/, "") });
    expect(reportWith(copilot, text)).toEqual(reported);
  });

  it.each([
    '---\napplyTo: "a"\n\n# Text\n\nMore: text\nMore: text\n\tindented\n',
    '---\napplyTo: "a"\n---# Text\n',
    '---\napplyTo: "a"\n----\n# Text\n',
    '---\napplyTo: "a"\n...\n# Text\n',
  ])("is not closed in %j, so the rule has no text", (text) => {
    expect(readWith(copilot, text)).toMatchObject({ inclusion: "fileMatch", globs: ["**/a"], content: "" });
    expect(reportWith(copilot, text)).toEqual(["copilot/unclosed 1:1"]);
  });

  it("can be empty", () => {
    expect(readWith(copilot, "---\n---\nText\n")).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportWith(copilot, "---\n---\nText\n")).toEqual([]);
  });

  it("is read line by line, so an invalid line does not affect other lines", () => {
    expect(readHeader("lost", "note: a: b", "{", 'applyTo: "a"', "\t- tab")).toMatchObject({
      inclusion: "fileMatch",
      globs: ["**/a"],
      metadata: { note: "a: b" },
    });
  });
});

describe("`applyTo` that is not a string", () => {
  it.each([
    ['["a", "b"]', "`applyTo` is a list, so VS Code ignores it."],
    ["[a", "`applyTo` is a list, so VS Code ignores it."],
    ["[ab]/*.ts", "`applyTo` is a list, so VS Code ignores it."],
    ["\n  - a\n  - b", "`applyTo` is a list, so VS Code ignores it."],
    ["\n- a", "`applyTo` is a list, so VS Code ignores it."],
    ["{a,b}/**", "`applyTo` is a mapping, so VS Code ignores it."],
    ["\n  a: b", "`applyTo` is a mapping, so VS Code ignores it."],
    ["true", "`applyTo` is `true`, which is not a string without quotes, so VS Code ignores it."],
    ["~", "`applyTo` is `null`, which is not a string without quotes, so VS Code ignores it."],
    ["404", "`applyTo` is `404`, which is not a string without quotes, so VS Code ignores it."],
  ])("`%s` is ignored", (value, message) => {
    const text = `---\napplyTo:${value.startsWith("\n") ? "" : " "}${value}\n---\nText\n`;
    expect(readWith(copilot, text)).toEqual({ inclusion: "manual", content: "Text\n" });
    const { diagnostics } = copilot.parse({ text, path: "t.instructions.md", file: "t.md" });
    expect(diagnostics.map((one) => [one.code, one.message])).toEqual([["copilot/not-text", message]]);
  });

  it("makes a rule with a description agent-requested", () => {
    expect(readHeader("description: D", "applyTo: [a]")).toMatchObject({ inclusion: "agentRequested", description: "D" });
  });

  it.each(["", "''", '""', "# c", "','", "' , '"])("`%s` is a string without patterns", (value) => {
    expect(readHeader(`applyTo: ${value}`)).toEqual({ inclusion: "manual", content: "Text\n" });
    expect(reportHeader(`applyTo: ${value}`).map((one) => one.split(" ")[0])).toEqual(["copilot/no-patterns"]);
  });
});

describe("an unquoted value", () => {
  it.each([
    ["**/*.ts, **/*.js", ["**/*.ts", "**/*.js"], ["copilot/not-yaml 2:10"]],
    ["**/*.ts # c", ["**/*.ts"], ["copilot/not-yaml 2:10"]],
    ["src/**", ["**/src/**"], []],
    ["src/a#b.ts", ["**/src/a#b.ts"], []],
    ["src/{a,b}/**,c", ["**/src/{a,b}/**", "**/c"], []],
    ["@types/*.d.ts", ["**/@types/*.d.ts"], ["copilot/not-yaml 2:10"]],
    ["yes", ["**/yes"], []],
    ["True", ["**/True"], ["copilot/not-yaml 2:10"]],
    ["src/a:b", ["**/src/a:b"], []],
    ["a: b", ["**/a: b"], ["copilot/not-yaml 2:10"]],
  ])("`%s` is the rest of the line without the comment", (value, globs, reported) => {
    expect(readHeader(`applyTo: ${value}`).globs).toEqual(globs);
    expect(reportHeader(`applyTo: ${value}`)).toEqual(reported);
  });

  it("can be on the line below the key", () => {
    expect(readHeader("applyTo:", "  # c", "  src/**  # c").globs).toEqual(["**/src/**"]);
  });

  it.each([">-", "|", ">2", "|+"])("`%s` does not start a block value but is the value itself", (sign) => {
    expect(readHeader(`applyTo: ${sign}`, "  src/**").globs).toEqual([`**/${sign}`]);
    expect(reportHeader(`applyTo: ${sign}`, "  src/**")).toEqual(["copilot/block-value 2:10"]);
  });

  it("ends at the end of the line", () => {
    expect(readHeader("description: About carts", "  and tills").description).toBe("About carts");
    expect(reportHeader("description: About carts", "  and tills")).toEqual(["copilot/block-value 2:14"]);
  });
});

describe("a quoted value", () => {
  it.each([
    ['"a" # c', "a", []],
    ["'it''s'", "it's", []],
    ['"a \\"b\\""', 'a "b"', []],
    ['"a\\*b"', "a\\*b", []],
    ["'a\\b'", "a\\b", []],
    ['"# no comment"', "# no comment", []],
    ['"a", "b"', "a", ["copilot/after-quote 2:14"]],
    ["'a' b", "a", ["copilot/after-quote 2:14"]],
    ['"a', "a", ["copilot/after-quote 2:14"]],
    ["'a # b", "a # b", ["copilot/after-quote 2:14"]],
  ])("%s is `%s`", (value, description, reported) => {
    expect(readHeader(`description: ${value}`).description).toBe(description);
    expect(reportHeader(`description: ${value}`)).toEqual(reported);
  });
});

describe("patterns", () => {
  it.each(["*", "**", "**/*", " ** ", "src/**,*"])("`%s` matches everything, even without a file", (value) => {
    expect(readHeader(`applyTo: "${value}"`)).toEqual({ inclusion: "always", content: "Text\n" });
  });

  it.each([
    ["*.ts", ["**/*.ts"]],
    ["src/*.ts", ["**/src/*.ts"]],
    ["**/*.{ts,tsx},docs/*.md", ["**/*.{ts,tsx}", "**/docs/*.md"]],
    ["/**/*.ts", ["**/*.ts"]],
  ])("`%s` matches at any depth", (value, globs) => {
    expect(readHeader(`applyTo: "${value}"`)).toMatchObject({ inclusion: "fileMatch", globs });
    expect(reportHeader(`applyTo: "${value}"`)).toEqual([]);
  });

  it.each([
    ["/src/**", "starts with a slash, so VS Code compares it with absolute paths"],
    ["!src/**", "starts with `!`, which is a literal character in VS Code"],
    ["src\\*.ts", "contains a backslash, which is a literal character in VS Code"],
    ["src/", "ends with a slash, which has no effect in VS Code"],
    ["./src/**", "contains a segment that is `.`, `..` or empty, which matches no file"],
    ["src/../a", "contains a segment that is `.`, `..` or empty, which matches no file"],
    ["src//a", "contains a segment that is `.`, `..` or empty, which matches no file"],
    ["*.{a,{b,c}}", "has nested braces, or a brace or bracket that is not closed"],
    ["src/{a", "has nested braces, or a brace or bracket that is not closed"],
    ["src/a}", "has nested braces, or a brace or bracket that is not closed"],
    ["src/[a", "has nested braces, or a brace or bracket that is not closed"],
  ])("`%s` matches something else than intended", (pattern, message) => {
    const text = `---\napplyTo: '${pattern}'\n---\n`;
    const { diagnostics } = copilot.parse({ text, path: "t.instructions.md", file: "t.md" });
    expect(diagnostics).toMatchObject([{ code: "copilot/dead-pattern", message: `The pattern "${pattern}" ${message}.` }]);
  });

  it.each(["src/[id]/*.ts", "src/[[]id[]]/*.ts", "a.b/*.ts", "..a/*.ts", ".github/**", "*.{ts,tsx}"])(
    "`%s` is not reported",
    (pattern) => {
      expect(reportHeader(`applyTo: "${pattern}"`)).toEqual([]);
    },
  );
});

describe("keys", () => {
  it.each([
    ["applyto: a", "dialect/similar-key 2:1"],
    ["applyTO: a", "dialect/similar-key 2:1"],
    ["globs: a", "dialect/foreign-key 2:1"],
    ["paths: a", "dialect/foreign-key 2:1"],
    ["alwaysApply: true", "dialect/foreign-key 2:1"],
  ])("`%s` has no effect and is reported", (line, reported) => {
    expect(readHeader(line).inclusion).toBe("manual");
    expect(reportHeader(line)).toEqual([reported]);
  });

  it.each(["name: Carts", "excludeAgent: code-review", "excludeAgent: [coding-agent]", "title: Carts"])(
    "`%s` is preserved and not reported",
    (line) => {
      expect(Object.keys(readHeader(line).metadata ?? {})).toEqual([line.slice(0, line.indexOf(":"))]);
      expect(reportHeader(line)).toEqual([]);
    },
  );

  it("need a space after the colon", () => {
    expect(readHeader('applyTo:"a"').inclusion).toBe("manual");
    expect(reportHeader('applyTo:"a"')).toEqual(["copilot/stray-line 2:1"]);
  });
});
