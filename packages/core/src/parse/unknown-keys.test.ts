import { describe, expect, it } from "vitest";
import { applyEdits } from "../text/text-edit.ts";
import { parseNativeRule } from "./parse-native.ts";

const file = (keys: string): string => `---\nname: a\ndescription: A\n${keys}\n---\n\nText.\n`;

function check(keys: string) {
  const text = file(keys);
  return parseNativeRule({ text, path: "a.md", file: "a.md" }).diagnostics.map(({ code, line, column, hint, fix }) => ({
    code,
    location: `${line}:${column}`,
    hint,
    fixed: fix === undefined ? undefined : applyEdits(text, fix.edits),
    safe: fix?.safe,
  }));
}

describe("unknown keys", () => {
  it.each([
    ["glob: src/**", "globs: src/**", "`globs`"],
    ["fileMatchPatern: src/**", "fileMatchPattern: src/**", "`fileMatchPattern`"],
    ["Priority: 3", "priority: 3", "`priority`"],
    ["project_id: a", "projectId: a", "`projectId`"],
    ["applyTo: src/**", "globs: src/**", "`globs`"],
    ["tag: [a]", "tags: [a]", "`tags`"],
  ])("suggests for %s the key %s, as an unsafe fix", (written, expected, hint) => {
    expect(check(written)).toEqual([
      { code: "rule/similar-key", location: "4:1", hint: `Did you mean ${hint}?`, fixed: file(expected), safe: false },
    ]);
  });

  it("are not renamed if the file already has the key or if the value would have to change", () => {
    expect(check("globs: a\nglob: b")).toMatchObject([{ code: "rule/similar-key", fixed: undefined }]);
    expect(check("alwaysApply: true")).toMatchObject([{ code: "rule/similar-key", fixed: undefined }]);
  });

  it.each(["author: Ada", "owner: team", "title: A", "reviewedBy: Bob", "x: 1"])("accepts %s as metadata", (key) => {
    expect(check(key)).toMatchObject([{ code: "rule/unknown-key", fixed: undefined }]);
  });

  it("are not reported if Precept writes them: where a proposed rule comes from", () => {
    expect(check("said: No, use pnpm.\nsession: 11345b92")).toEqual([]);
  });

  it("removes a scope, which has no effect", () => {
    expect(check("scope: user\npriority: 3")).toMatchObject([
      { code: "rule/scope-from-place", fixed: file("priority: 3"), safe: true },
    ]);
  });
});

describe("invalid YAML", () => {
  it.each([
    ["globs: **/*.ts", 'globs: "**/*.ts"'],
    ["tags: A: b", 'tags: "A: b"'],
    ["globs: *.ts\nuserId: @ada", 'globs: "*.ts"\nuserId: "@ada"'],
    ["globs: !**/x", 'globs: "!**/x"'],
    ["globs: {a,b}/*.ts", 'globs: "{a,b}/*.ts"'],
  ])("quotes %s", (written, quoted) => {
    const [first] = check(written);
    expect(first).toMatchObject({ code: "front-matter/yaml", fixed: file(quoted), safe: true });
    expect(check(quoted)).toEqual([]);
  });

  it.each(["globs: [a", 'tags: "a" b', "tags: 'a: b", "tags: A: b # c"])("does not fix %s", (written) => {
    expect(check(written)[0]?.fixed).toBeUndefined();
  });
});

describe("fence anomalies", () => {
  const fixOf = (text: string) => {
    const [fix] = parseNativeRule({ text, path: "a.md", file: "a.md" }).diagnostics.flatMap((one) => one.fix ?? []);
    return fix === undefined ? undefined : applyEdits(text, fix.edits);
  };

  it("removes blank lines before the front matter, but not the byte order mark", () => {
    expect(fixOf(`\ufeff\n\n${file("priority: 3")}`)).toBe(`\ufeff${file("priority: 3")}`);
  });

  it("adds a missing line break after the front matter, in the file's style", () => {
    expect(fixOf("---\r\nname: a\r\ndescription: A\r\n---# Title\r\n")).toBe(
      "---\r\nname: a\r\ndescription: A\r\n---\r\n# Title\r\n",
    );
  });
});
