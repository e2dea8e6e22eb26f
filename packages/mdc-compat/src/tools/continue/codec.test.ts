import type { Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { codecOf, editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { continueColocated, continueDev } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const continueRulesFile = codecOf(ruleFiles, "continuerules");

const content = "# Carts\n";

const examples: readonly (readonly [text: string, fields: Partial<Rule>])[] = [
  ["---\nalwaysApply: true\n---\n\n# Carts\n", { inclusion: "always" }],
  ["---\ndescription: D\nalwaysApply: true\n---\n\n# Carts\n", { inclusion: "always", description: "D" }],
  ['---\nglobs: "**/*.ts"\nalwaysApply: false\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["**/*.ts"] }],
  [
    '---\nglobs: ["src/**", "!src/*.md", "*.ts"]\ndescription: D\nalwaysApply: false\n---\n\n# Carts\n',
    { inclusion: "fileMatch", globs: ["src/**", "!src/*.md", "/*.ts"], description: "D" },
  ],
  ['---\nglobs: ["src/a,b.ts"]\nalwaysApply: false\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["src/a,b.ts"] }],
  ["---\ndescription: D\nalwaysApply: false\n---\n\n# Carts\n", { inclusion: "agentRequested", description: "D" }],
  ["---\nalwaysApply: false\ninvokable: true\n---\n\n# Carts\n", { inclusion: "manual" }],
  ["---\ndescription: D\nalwaysApply: false\ninvokable: true\n---\n\n# Carts\n", { inclusion: "manual", description: "D" }],
];

describe("Continue rules", () => {
  it.each(examples)("are parsed from %j", (text, fields) => {
    expect(readWith(continueDev, text)).toEqual({ content, ...fields });
    expect(reportWith(continueDev, text)).toEqual([]);
  });

  it.each(examples)("are printed as %j", (text, fields) => {
    expect(writeWith(continueDev, { content, ...fields })).toBe(text);
  });

  it.each<[string, Partial<Rule>]>([
    ["", { inclusion: "always" }],
    ["description: D", { inclusion: "always", description: "D" }],
    ["globs: src/*.ts", { inclusion: "fileMatch", globs: ["src/*.ts"] }],
    ["alwaysApply: false", { inclusion: "manual" }],
    ["alwaysApply: true\nglobs: src/*.ts", { inclusion: "always", globs: ["src/*.ts"] }],
    ["alwaysApply: true\ninvokable: true", { inclusion: "manual" }],
    ["invokable: true\nglobs: src/*.ts", { inclusion: "manual", globs: ["src/*.ts"] }],
    ["invokable: false", { inclusion: "always" }],
    ["alwaysApply: false\ndescription: ' '", { inclusion: "manual", description: " " }],
    ["alwaysApply:\nglobs:", { inclusion: "always" }],
  ])("with the keys %j have the same inclusion as in Continue", (keys, fields) => {
    const text = `---\n${keys}\n---\n# Carts\n`;
    expect(readWith(continueDev, text)).toEqual({ content, ...fields });
    expect(reportWith(continueDev, text)).toEqual([]);
  });

  it("without front matter always apply", () => {
    expect(readWith(continueDev, "# Carts\n")).toEqual({ inclusion: "always", content });
    expect(editWith(continueDev, "# Carts\n", { content: "# Baskets\n" })).toBe("# Baskets\n");
  });

  it("without patterns are printed with [''], because an empty list matches every file", () => {
    const text = writeWith(continueDev, { inclusion: "fileMatch", globs: [] });
    expect(text).toContain('globs: [""]\n');
    expect(readWith(continueDev, text)).toEqual({ inclusion: "fileMatch", content: "" });
  });

  it("have the declared name, or else the file name", () => {
    expect(readWith(continueDev, "---\nname: Our carts\n---\n")).toMatchObject({ name: "Our carts" });
    expect(readWith(continueDev, "---\nname: ''\n---\n")).not.toHaveProperty("name");
    const { draft } = continueDev.parse({ text: "", path: "api/style.md", file: "style.md" });
    expect(draft).toMatchObject({ name: "style", label: true });
  });
});

describe("editing a Continue rule", () => {
  const original =
    "---\r\nname: Carts # us\r\nregex: 'a+'\r\nglobs:\r\n  - src/**\r\n# last\r\nalwaysApply: true\r\n---\r\n\r\n# Carts\r\n";

  it("changes only the text", () => {
    expect(editWith(continueDev, original, { content: "# Baskets\r\n" })).toBe(original.replace("# Carts", "# Baskets"));
  });

  it("changes only the name", () => {
    expect(editWith(continueDev, original, { name: "Baskets" })).toBe(original.replace("name: Carts", "name: Baskets"));
  });

  it("changes only the keys of the inclusion", () => {
    expect(editWith(continueDev, original, { inclusion: "manual" })).toBe(
      original.replace("alwaysApply: true\r\n", "alwaysApply: false\r\ninvokable: true\r\n"),
    );
  });

  it("preserves text before the front matter", () => {
    const lost = "# Carts\n\n---\nglobs: src/*.ts\n---\nText\n";
    expect(editWith(continueDev, lost, { globs: ["lib/*.ts"], content: "New\n" })).toBe(
      "# Carts\n\n---\nglobs: lib/*.ts\n---\nNew\n",
    );
  });

  it("replaces front matter that Continue cannot read", () => {
    const text = "---\nglobs: *.ts\n---\nText\n";
    expect(editWith(continueDev, text, { inclusion: "fileMatch", globs: ["**/*.ts"], content: "Text\n" })).toBe(
      '---\nglobs: "**/*.ts"\nalwaysApply: false\n---\nText\n',
    );
  });
});

describe("Continue's rules.md", () => {
  const read = (keys: string): unknown => {
    const { content: _, ...fields } = readWith(continueColocated, `---\n${keys}\n---\n# Carts\n`, "rules.md");
    return fields;
  };

  it("applies to all files of its directory, unless it has patterns or always applies", () => {
    expect(readWith(continueColocated, "# Carts\n")).toEqual({ inclusion: "fileMatch", globs: ["**"], content });
    expect(read("alwaysApply: false\ndescription: D")).toEqual({ inclusion: "fileMatch", globs: ["**"], description: "D" });
    expect(read("globs:")).toEqual({ inclusion: "fileMatch", globs: ["**"] });
    expect(read("invokable: true")).toMatchObject({ inclusion: "fileMatch", globs: ["**"] });
    expect(read("alwaysApply: true")).toEqual({ inclusion: "always" });
  });

  it("has patterns that match at any depth", () => {
    expect(read("globs: ['*.ts', 'src/*.ts', '/a.ts', '**/b/*.ts', '**.md']")).toMatchObject({
      globs: ["**/*.ts", "**/src/*.ts", "**//a.ts", "**/b/*.ts", "/**.md"],
    });
  });

  it("is printed with the same keys, except `invokable`", () => {
    expect(writeWith(continueColocated, { content, inclusion: "fileMatch", globs: ["**/*.ts"] })).toBe(
      '---\nglobs: "**/*.ts"\nalwaysApply: false\n---\n\n# Carts\n',
    );
    expect(writeWith(continueColocated, { content, inclusion: "always" })).toBe("---\nalwaysApply: true\n---\n\n# Carts\n");
  });

  it("cannot express a manual rule", () => {
    const rule = { inclusion: "manual" as const, content };
    expect(readWith(continueColocated, writeWith(continueColocated, rule))).toEqual({ inclusion: "fileMatch", content });
  });
});

it(".continuerules always applies, even with front matter", () => {
  const text = "---\nglobs: a.ts\n---\nText\n";
  expect(readWith(continueRulesFile, text, ".continuerules")).toEqual({ inclusion: "always", content: text });
  expect(reportWith(continueRulesFile, text)).toEqual(["dialect/front-matter-as-text 1:1"]);
});

it("Continue reads its project and personal directories, rules.md, and the legacy file", () => {
  expect(ruleFiles.dialect.formats.flatMap(({ locations }) => locations)).toEqual([
    { dir: ".continue/rules" },
    { dir: ".continue/rules", personal: true },
    { dir: "", files: ["rules.md"], nested: true, requires: ".continue" },
    { dir: "", files: [".continuerules"] },
  ]);
});
