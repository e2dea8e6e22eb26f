import { describe, expect, it } from "vitest";
import { readWith, reportWith } from "../../../test/with-codec.ts";
import { continueColocated, continueDev } from "./codec.ts";
import type { continueDiagnostics } from "./diagnostics.ts";

/** For each code, a file that has the diagnostic, and its line and column. */
const examples = {
  "continue/unreadable": ["---\nglobs: *.ts\n---\n", 1, 1],
  "continue/unseen-front-matter": ["\uFEFF---\nglobs: a.ts\n---\n", 1, 1],
  "continue/lost-text": ["# Title\n\n---\nname: t\n---\nText\n", 3, 1],
  "continue/always-apply": ['---\nalwaysApply: "true"\n---\n', 2, 14],
  "continue/comma-globs": ["---\nname: t\nglobs: a.ts, b.ts\n---\n", 3, 8],
  "continue/empty-globs": ["---\nglobs:\nalwaysApply: false\n---\n", 2, 7],
  "continue/unusable-globs": ["---\nglobs: 7\n---\n", 2, 8],
  "continue/dead-glob": ["---\nglobs: /src/**\n---\n", 2, 8],
  "continue/regex": ["---\nregex: ^import\n---\n", 2, 8],
} satisfies Record<keyof typeof continueDiagnostics, readonly [text: string, line: number, column: number]>;

it.each(Object.entries(examples))("reports %s with location and hint", (code, [text, line, column]) => {
  expect(reportWith(continueDev, text)).toContain(`${code} ${line}:${column}`);
  const found = continueDev.parse({ text, path: "t.md", file: "t.md" }).diagnostics.find((one) => one.code === code);
  expect(found).toMatchObject({ severity: "warning", file: "t.md" });
  expect(found?.hint).toMatch(/\.$/);
});

describe("the front matter", () => {
  it.each([
    ["---\nglobs: a/*\n---\nText\n", "Text\n"],
    ["---  \r\nglobs: a/*\r\n---\t\r\nText\r\n", "Text\r\n"],
    ["\n\n---\nglobs: a/*\n---\nText\n", "Text\n"],
    ["---\n\nglobs: a/*\n\n---\n\nText\n", "Text\n"],
    ["---\nglobs: a/*\n---", ""],
    ["---\nglobs: a/*\n---\nText\n\n---\nMore\n", "Text\n\n---\nMore\n"],
  ])("is detected in %j", (text, content) => {
    expect(readWith(continueDev, text)).toEqual({ inclusion: "fileMatch", globs: ["a/*"], content });
    expect(reportWith(continueDev, text)).toEqual([]);
  });

  it.each([
    ["---\nglobs: a/*\n----\nText\n", ["front-matter/unclosed 1:1"]],
    ["---\nglobs: a/*\n---# Text\n", ["front-matter/glued-fence 3:1"]],
    ["---\nglobs: a/*\n...\nText\n", ["continue/unseen-front-matter 1:1"]],
    ["---\nglobs: a/*\n", ["front-matter/unclosed 1:1"]],
    ["# Text\n\n---\nMore\n", []],
    [" ---\nglobs: a/*\n ---\n", []],
  ])("is not detected in %j, so the rule always applies", (text, reported) => {
    expect(readWith(continueDev, text)).toEqual({ inclusion: "always", content: text });
    expect(reportWith(continueDev, text)).toEqual(reported);
  });

  it("is not detected after a byte order mark", () => {
    const text = "---\nglobs: a/*\n---\nText\n";
    expect(readWith(continueDev, `\uFEFF${text}`)).toEqual({ inclusion: "always", content: text });
    expect(readWith(continueColocated, `\uFEFF${text}`)).toEqual({ inclusion: "fileMatch", globs: ["**"], content: text });
  });

  it("is delimited by any two `---` lines, and the text above the second one is lost", () => {
    const text = "# Title\n---\nMiddle\n---\nEnd\n";
    expect(readWith(continueDev, text)).toEqual({ inclusion: "always", content: "End\n" });
    expect(reportWith(continueDev, text)).toEqual(["front-matter/not-a-mapping 3:1", "continue/lost-text 2:1"]);
    const keys = "# Title\n---\nglobs: a/*\n---\nEnd\n";
    expect(readWith(continueDev, keys)).toEqual({ inclusion: "fileMatch", globs: ["a/*"], content: "End\n" });
    expect(reportWith(continueDev, keys)).toEqual(["continue/lost-text 2:1"]);
    expect(reportWith(continueDev, "\uFEFF---\nname: t\n---\n\n---\nEnd\n")).toContain("continue/lost-text 3:1");
  });

  it.each(["globs: *.ts", "globs: [a.ts", "globs: a.ts\nglobs: b.ts", "description: a: b", "globs:\n\t- a.ts"])(
    "with `%s` is not valid YAML, so it is part of the text and the rule always applies",
    (keys) => {
      const text = `---\n${keys}\n---\nText\n`;
      expect(readWith(continueDev, text)).toEqual({ inclusion: "always", content: text });
      expect(readWith(continueColocated, text)).toEqual({ inclusion: "fileMatch", globs: ["**"], content: text });
      expect(reportWith(continueDev, text)).toContain("continue/unreadable 1:1");
    },
  );

  it("can be empty", () => {
    expect(readWith(continueDev, "---\n---\nText\n")).toEqual({ inclusion: "always", content: "Text\n" });
    expect(reportWith(continueDev, "---\n---\nText\n")).toEqual([]);
  });
});

describe("`globs`", () => {
  function readGlobs(keys: string): readonly [read: unknown, reported: readonly string[]] {
    const text = `---\n${keys}\n---\nText\n`;
    const { inclusion, globs = [] } = readWith(continueDev, text);
    const reported = reportWith(continueDev, text).map((one) => one.split(" ")[0] ?? "");
    return [inclusion === "fileMatch" ? globs : inclusion, reported];
  }

  it.each([
    ['globs: "*.ts"', ["/*.ts"]],
    ["globs: src/**/*.{ts,tsx}", ["src/**/*.{ts,tsx}"]],
    ["globs: ['**/*.ts', src/*.md]", ["**/*.ts", "src/*.md"]],
    ["globs:\n  - '**/*.ts'\n  - '!**/*.test.ts'", ["**/*.ts", "!**/*.test.ts"]],
    ["globs: '!dist/**'", ["!dist/**"]],
    ["globs: ['']", []],
    ["globs: ' '", []],
  ])("in %j is parsed to %j", (keys, globs) => {
    expect(readGlobs(keys)).toEqual([globs, []]);
  });

  it.each([
    ["globs: a.ts,b.ts", ["/a.ts,b.ts"]],
    ['globs: "**/*.ts, **/*.tsx"', ["**/*.ts, **/*.tsx"]],
  ])("with commas in %j is one pattern", (keys, globs) => {
    expect(readGlobs(keys)).toEqual([globs, ["continue/comma-globs"]]);
  });

  it.each(["globs:", "globs: null", 'globs: ""'])(
    "without a value (`%s`) matches every file, unless the rule always applies",
    (keys) => {
      expect(readGlobs(`${keys}\nalwaysApply: false`)).toEqual([["**"], ["continue/empty-globs"]]);
      expect(readGlobs(`${keys}\nalwaysApply: true`)).toEqual(["always", []]);
      expect(readGlobs(keys)).toEqual(["always", []]);
    },
  );

  it("as an empty list matches every file", () => {
    expect(readGlobs("globs: []")).toEqual([["**"], ["continue/empty-globs"]]);
  });

  it.each(["globs: 7", "globs: true", "globs: {a: b}", "globs: [a.ts, 7]", "globs: [[a.ts]]"])(
    "that is not a string (`%s`) matches nothing",
    (keys) => {
      expect(readGlobs(keys)).toEqual([[], ["continue/unusable-globs"]]);
    },
  );

  it.each([
    ["globs: [/src/**, a.ts]", ["/a.ts"]],
    ["globs: ./src/*.ts", []],
    ["globs: src/", []],
    ['globs: "#a"', []],
    ["globs: '!/dist/**'", ["**"]],
  ])("in %j has a pattern that matches nothing", (keys, globs) => {
    expect(readGlobs(keys)).toEqual([globs, ["continue/dead-glob"]]);
  });

  it("of a rules.md cannot exclude files", () => {
    const text = "---\nglobs: ['**/*.ts', '!a.ts']\n---\n";
    expect(readWith(continueColocated, text)).toMatchObject({ globs: ["**/*.ts"] });
    expect(reportWith(continueColocated, text)).toEqual(["continue/dead-glob 2:8"]);
  });
});

describe("`alwaysApply`", () => {
  it.each(["True", "TRUE", "true # always"])("`%s` is true", (value) => {
    expect(readWith(continueDev, `---\nalwaysApply: ${value}\nglobs: a/*\n---\n`)).toMatchObject({ inclusion: "always" });
  });

  it.each(['"true"', '"false"', "yes", "no", "1", "[]"])("`%s` is ignored", (value) => {
    expect(readWith(continueDev, `---\nalwaysApply: ${value}\nglobs: a/*\n---\n`)).toMatchObject({ inclusion: "fileMatch" });
    expect(readWith(continueDev, `---\nalwaysApply: ${value}\n---\n`)).toMatchObject({ inclusion: "always" });
    expect(reportWith(continueDev, `---\nalwaysApply: ${value}\n---\n`)).toEqual(["continue/always-apply 2:14"]);
  });
});

describe("`regex`", () => {
  it.each<[string, string]>([
    ["regex: a+", "manual"],
    ["regex: [a+, b]\nglobs: a/*", "manual"],
    ["regex: a+\nalwaysApply: false", "manual"],
    ["regex: a+\nalwaysApply: false\ndescription: D", "agentRequested"],
    ["regex: a+\nalwaysApply: false\ndescription: D\nglobs: a/*", "manual"],
  ])("in %j makes the rule one that has to be requested", (keys, inclusion) => {
    const read = readWith(continueDev, `---\n${keys}\n---\n`);
    expect(read).toMatchObject({ inclusion });
    expect(read.metadata).toHaveProperty("regex");
    expect(reportWith(continueDev, `---\n${keys}\n---\n`)).toEqual(["continue/regex 2:8"]);
  });

  it("in a rules.md makes the rule manual, even with a description", () => {
    const text = "---\nregex: a+\nalwaysApply: false\ndescription: D\n---\n";
    expect(readWith(continueColocated, text)).toMatchObject({ inclusion: "manual" });
  });

  it.each(["regex: a+\nalwaysApply: true", "regex:", 'regex: ""'])("in %j has no effect", (keys) => {
    expect(readWith(continueDev, `---\n${keys}\n---\n`)).toMatchObject({ inclusion: "always" });
    expect(reportWith(continueDev, `---\n${keys}\n---\n`)).toEqual([]);
  });
});

it("keys of other tools have no effect and are reported", () => {
  const text = "---\npaths: [a.ts]\ntrigger: manual\nglob: b.ts\n---\nText\n";
  expect(readWith(continueDev, text)).toMatchObject({ inclusion: "always", metadata: { paths: ["a.ts"], trigger: "manual" } });
  expect(reportWith(continueDev, text)).toEqual([
    "dialect/foreign-key 2:1",
    "dialect/foreign-key 3:1",
    "dialect/similar-key 4:1",
  ]);
});
