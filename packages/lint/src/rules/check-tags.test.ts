import { describe, expect, it } from "vitest";
import { extendTagCategories, tagCategories } from "@precept/core";
import { buildFileRule, buildRule } from "../../../core/test/rules.ts";
import { checkTags } from "./check-tags.ts";

function check(...tags: string[]): string[] {
  return checkTags([buildRule({ name: "a", tags })], tagCategories, () => undefined).map(
    ({ code, severity, message, hint }) => `${severity} ${code} ${message} ${hint}`,
  );
}

describe("a tag", () => {
  it("with a known dimension and an unknown value is pointed out, with a suggestion if one is similar", () => {
    expect(check("language:pyhton")).toEqual([
      'info tag/unknown-value The rule "a" has the tag "language:pyhton", but the known values of "language" are python, rust, javascript, ' +
        'typescript, sql. Did you mean "language:python"?',
    ]);
    expect(check("language:Python")[0]).toContain('Did you mean "language:python"?');
    expect(check("language:cobol")[0]).toMatch(
      /are python, .*, sql\. Use a known value, or keep it: other values are allowed\.$/,
    );
    expect(check("language:")[0]).toContain("tag/unknown-value");
  });

  it.each([
    ["langauge:python", "language:python"],
    ["Language:python", "language:python"],
    ["lang:python", "language:python"],
    ["workflows:commit", "workflow:commit"],
  ])("with a dimension that resembles a known one is pointed out: %s", (tag, suggestion) => {
    expect(check(tag)).toEqual([
      `info tag/similar-dimension The rule "a" has the tag "${tag}", but "${tag.split(":")[0]}" is not a known dimension. ` +
        `Did you mean "${suggestion}"?`,
    ]);
  });

  it.each([
    "language:python",
    "priority:critical",
    "python",
    "topic:money",
    "team:web",
    "main:page",
    "flow:x",
    ":x",
    "",
    "constructor:x",
    "__proto__:x",
  ])("of the vocabulary or of a free dimension is accepted: %j", (tag) => {
    expect(check(tag)).toEqual([]);
  });

  it("is located in the front matter", () => {
    const text = '---\nname: a\ndescription: D\ntags:\n  - language:python\n  - "tool:gti"\n---\nText.';
    const rule = buildFileRule("a.md", { tags: ["language:python", "tool:gti"] });
    expect(checkTags([rule], tagCategories, () => text)).toMatchObject([
      { code: "tag/unknown-value", file: "a.md", line: 6, column: 6, endColumn: 14 },
    ]);
  });
});

it("a vocabulary can be extended by dimensions and by values", () => {
  const categories = extendTagCategories(tagCategories, { language: ["go", "python"], team: ["web", "data"] });
  expect(categories["language"]).toEqual(["python", "rust", "javascript", "typescript", "sql", "go"]);
  const rule = buildRule({ tags: ["language:go", "team:web", "team:dat"] });
  expect(checkTags([rule], categories, () => undefined).map(({ hint }) => hint)).toEqual(['Did you mean "team:data"?']);
  expect(tagCategories["language"]).not.toContain("go");
});
