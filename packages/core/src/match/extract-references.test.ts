import type { Json } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJson, anyText } from "../../test/arbitraries.ts";
import { extractReferences } from "./extract-references.ts";

const rules = new Set(["style", "security-review", "api/testing", "v1.2", "über"]);
const isRule = (reference: string) => rules.has(reference);
const read = (content: string) => extractReferences([{ content }], isRule);

describe("rule references", () => {
  it.each([
    ["use @style here", ["style"]],
    ["use #style here", ["style"]],
    ["@style, then #security-review.", ["style", "security-review"]],
    ["(@style) [@style] '@style'", ["style"]],
    ["see @api/testing", ["api/testing"]],
    ["@v1.2.", ["v1.2"]],
    ["@über!", ["über"]],
    ["@style\n@style", ["style"]],
  ])("%j: %j", (text, expected) => {
    expect(read(text)).toEqual({ files: [], rules: expected });
  });

  it.each([
    ["a word in code", "`@style`"],
    ["an e-mail address", "mail ann@style"],
    ["a longer word", "@styles and @style-guide"],
    ["a doc tag", "@param name"],
    ["a decorator", "@Query() query"],
    ["a heading", "# style"],
    ["an issue", "#12"],
    ["a doubled @", "@@style"],
    ["part of a URL", "https://example.com/@style"],
  ])("%s is not a reference: %j", (_, text) => {
    expect(read(text)).toEqual({ files: [], rules: [] });
  });
});

describe("file references", () => {
  it.each([
    ["in backticks", "fix `src/cart.ts` and `README.md`", ["src/cart.ts", "README.md"]],
    [
      "in backticks, with lines and columns",
      "`src/a.ts:12`, `src/b.ts:12:5`, `src/c.ts#L12`, `src/d.ts#L1-L9`, `e.ts:3-7`",
      ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts", "e.ts"],
    ],
    ["with a well-known name", "`Dockerfile` and `deploy/Makefile`", ["Dockerfile", "deploy/Makefile"]],
    ["that begin with a dot", "`.env` and `.github/workflows/ci.yml`", [".env", ".github/workflows/ci.yml"]],
    ["on Windows", "`src\\shop\\cart.ts`", ["src\\shop\\cart.ts"]],
    ["with spaces in a directory", "`my docs/a file.md`", ["my docs/a file.md"]],
    ["after @", "fix @src/cart.ts.", ["src/cart.ts"]],
    ["after file: and path:", "file:src/a.ts, path:src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["after file:, quoted", `file:"my docs/a.ts" path:'b c.ts'`, ["my docs/a.ts", "b c.ts"]],
    ["as a file URL", "file:///project/a.ts", ["/project/a.ts"]],
    ["after file:, ending a sentence", "see file:src/a.ts.", ["src/a.ts"]],
    ["after file:, with a line and a column", "file:src/a.ts:12:5", ["src/a.ts"]],
    ["as a file reference of Kiro", "#[[file:docs/api.md]]", ["docs/api.md"]],
    ["as an mdc: link", "[api](mdc:docs/api.md)", ["docs/api.md"]],
    ["only once", "`a.ts` `a.ts` file:a.ts", ["a.ts"]],
    ["after references that are empty or not closed", "#[[file:]] #[[file:a.md]] #[[file:b\n#[[file:c.md]]", ["a.md", "c.md"]],
    ["after links that are empty or not closed", "[a](mdc:) [b](mdc:b.md) [c](mdc:c [d](mdc:d.md)", ["b.md", "d.md"]],
    [
      "in a route directory with brackets",
      "#[[file:app/[id]/page.tsx]] and `app/(shop)/[id]/page.tsx`",
      ["app/[id]/page.tsx", "app/(shop)/[id]/page.tsx"],
    ],
  ])("%s", (_, text, files) => {
    expect(read(text).files.toSorted()).toEqual(files.toSorted());
  });

  it.each([
    ["a call", "`console.log(x)` and `foo()`"],
    ["a command", "`npm run build`"],
    ["an option", "`--file.ts`"],
    ["a package", "`@vue/test-utils`"],
    ["a URL", "`https://example.com/a.ts`"],
    ["a number", "`1.5` and `v1.2.3`"],
    ["a pattern", "`src/*.ts`"],
    ["code", "`a = b.c;` `{a.b}` `<a.b>`"],
    ["a plain word", "`cart` @cart #cart"],
    ["a sentence", "`Fix the thing. Now`"],
    ["another scheme", "profile:src/a.ts"],
    ["an e-mail address", "ann@example.com"],
    ["a file after #", "#src/a.ts"],
    ["a code fence", "```ts\nconst a = 1;\n```"],
  ])("%s is not a reference: %j", (_, text) => {
    expect(read(text)).toEqual({ files: [], rules: [] });
  });
});

function readArguments(value: Json): readonly string[] {
  return extractReferences([{ toolCalls: [{ arguments: value }] }], isRule).files;
}

describe("tool call arguments", () => {
  it.each<[string, Json, string[]]>([
    ["a key that names a path", { path: "src" }, ["src"]],
    [
      "keys in all common spellings",
      { file_path: "a", filePath: "b", files: ["c", "d"], targetFile: "e", uri: "file:///f", notebook_path: "g" },
      ["a", "b", "c", "d", "e", "/f", "g"],
    ],
    ["nested arguments", { edits: [{ file: "a.ts", text: "b" }] }, ["a.ts"]],
    ["a text with a slash and an extension, under any key", { query: "src/a.ts" }, ["src/a.ts"]],
    ["a path with a line number", { path: "src/a.ts:12" }, ["src/a.ts"]],
    ["no command", { command: "cat src/a.ts" }, []],
    ["no file name without a directory under other keys", { query: "a.ts" }, []],
    ["no text with line breaks", { path: "a\nb", content: "x/a.ts\n" }, ["x/a.ts"]],
    ["nothing else", { path: "", count: 3, on: true, none: null }, []],
  ])("contain %s", (_, value, files) => {
    expect(readArguments(value)).toEqual(files);
  });
});

it("reads a whole conversation", () => {
  const messages = [{ content: "use @style" }, { toolCalls: [{ arguments: { path: "a.ts" } }] }, { content: "and `b.ts`" }];
  expect(extractReferences(messages, isRule)).toEqual({ files: ["a.ts", "b.ts"], rules: ["style"] });
});

it("accepts any conversation, and returns only paths that are in it", () => {
  fc.assert(
    fc.property(anyText, anyJson, (content, value) => {
      const { files, rules: found } = extractReferences(
        [{ content, toolCalls: [{ arguments: value }] }],
        (text) => text.length < 3,
      );
      const written = content + JSON.stringify(value);
      expect(files.filter((file) => !written.includes(JSON.stringify(file).slice(1, -1)) && !written.includes(file))).toEqual([]);
      expect(found.filter((rule) => !content.includes(rule))).toEqual([]);
    }),
  );
});

it.each([
  ["dots and dashes", `@a${"-.".repeat(50_000)}b`],
  ["unclosed references", "#[[file:".repeat(100_000)],
  ["unclosed links", "](mdc:".repeat(100_000)],
  ["backticks", "`a".repeat(50_000)],
  ["line numbers", `\`a${":1".repeat(50_000)}x\``],
])("reads many %s in linear time", (_, text) => {
  expect(read(text).rules).toEqual([]);
});

it("reads a message again if it was changed, or if there are other rules", () => {
  const message = { content: "use @style", toolCalls: [{ arguments: { path: "a.ts" } }] };
  expect(extractReferences([message], isRule)).toEqual({ files: ["a.ts"], rules: ["style"] });
  expect(extractReferences([message], () => false)).toEqual({ files: ["a.ts"], rules: [] });
  message.content = "use @v1.2 in `b.ts`";
  message.toolCalls = [{ arguments: { path: "c.ts" } }];
  expect(extractReferences([message], isRule)).toEqual({ files: ["b.ts", "c.ts"], rules: ["v1.2"] });
});
