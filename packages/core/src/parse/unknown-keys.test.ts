import { describe, expect, it } from "vitest";
import { applyEdits } from "../text/text-edit.ts";
import { parseNativeRule } from "./parse-native.ts";

const file = (keys: string): string => `---\nname: a\ndescription: A\n${keys}\n---\n\nText.\n`;

function look(keys: string) {
  const text = file(keys);
  return parseNativeRule({ text, path: "a.md", file: "a.md" }).diagnostics.map(({ code, line, column, hint, fix }) => ({
    code,
    place: `${line}:${column}`,
    hint,
    fixed: fix === undefined ? undefined : applyEdits(text, fix.edits),
    safe: fix?.safe,
  }));
}

describe("keys that a native rule should not have", () => {
  it.each([
    ["glob: src/**", "globs: src/**", "`globs`"],
    ["fileMatchPatern: src/**", "fileMatchPattern: src/**", "`fileMatchPattern`"],
    ["Priority: 3", "priority: 3", "`priority`"],
    ["project_id: a", "projectId: a", "`projectId`"],
    ["applyTo: src/**", "globs: src/**", "`globs`"],
    ["tag: [a]", "tags: [a]", "`tags`"],
  ])("%s was meant as %s, which somebody has to confirm", (written, meant, hint) => {
    expect(look(written)).toEqual([
      { code: "rule/similar-key", place: "4:1", hint: `Did you mean ${hint}?`, fixed: file(meant), safe: false },
    ]);
  });

  it("are not renamed to one that the file has already, or where another value is needed", () => {
    expect(look("globs: a\nglob: b")).toMatchObject([{ code: "rule/similar-key", fixed: undefined }]);
    expect(look("alwaysApply: true")).toMatchObject([{ code: "rule/similar-key", fixed: undefined }]);
  });

  it.each(["author: Ada", "owner: team", "title: A", "reviewedBy: Bob", "x: 1"])("%s is somebody's own", (key) => {
    expect(look(key)).toMatchObject([{ code: "rule/unknown-key", fixed: undefined }]);
  });

  it("lose a scope, which has no effect", () => {
    expect(look("scope: user\npriority: 3")).toMatchObject([
      { code: "rule/scope-from-place", fixed: file("priority: 3"), safe: true },
    ]);
  });
});

describe("a front matter that is no YAML", () => {
  it.each([
    ["globs: **/*.ts", 'globs: "**/*.ts"'],
    ["tags: A: b", 'tags: "A: b"'],
    ["globs: *.ts\nuserId: @ada", 'globs: "*.ts"\nuserId: "@ada"'],
    ["globs: !**/x", 'globs: "!**/x"'],
    ["globs: {a,b}/*.ts", 'globs: "{a,b}/*.ts"'],
  ])("%s is quoted", (written, quoted) => {
    const [first] = look(written);
    expect(first).toMatchObject({ code: "front-matter/yaml", fixed: file(quoted), safe: true });
    expect(look(quoted)).toEqual([]);
  });

  it.each(["globs: [a", 'tags: "a" b', "tags: 'a: b", "tags: A: b # c"])("%s is left to somebody", (written) => {
    expect(look(written)[0]?.fixed).toBeUndefined();
  });
});

describe("a front matter that is set off unusually", () => {
  const fixOf = (text: string) => {
    const [fix] = parseNativeRule({ text, path: "a.md", file: "a.md" }).diagnostics.flatMap((one) => one.fix ?? []);
    return fix === undefined ? undefined : applyEdits(text, fix.edits);
  };

  it("loses the blank lines before it, but not the byte order mark", () => {
    expect(fixOf(`\ufeff\n\n${file("priority: 3")}`)).toBe(`\ufeff${file("priority: 3")}`);
  });

  it("gets the line break that its end lacks, of the file's own kind", () => {
    expect(fixOf("---\r\nname: a\r\ndescription: A\r\n---# Title\r\n")).toBe(
      "---\r\nname: a\r\ndescription: A\r\n---\r\n# Title\r\n",
    );
  });
});
