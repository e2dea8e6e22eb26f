import { createRule, inclusions, type Diagnostic, type Rule } from "@precept/core";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { precept } from "./codec.ts";

function read(text: string): {
  readonly rule: Rule | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { draft, diagnostics } = precept.parse({ text, path: "style.md", file: ".precept/rules/style.md" });
  if (draft === undefined) return { rule: undefined, diagnostics };
  const { label, ...fields } = draft;
  expect(label).toBe(false);
  return { rule: createRule({ ...fields, id: "project:style" }), diagnostics };
}

function mustRead(text: string): Rule {
  const { rule, diagnostics } = read(text);
  if (rule === undefined) throw new Error(JSON.stringify(diagnostics));
  return rule;
}

const handWritten = [
  "---",
  "# Maintainer: Ann",
  "name:  'style'",
  "description:   House style   # the short one",
  "",
  "tags: [ language:ts , 'area:cart' ]",
  'fileMatchPattern: "src/**"',
  "custom:",
  "  deep: [1, 2]   # kept",
  "---",
  "",
  "# Style",
  "",
].join("\r\n");

describe("a native rule file", () => {
  it("has the extension .md and at most 1 MiB", () => {
    expect(precept).toMatchObject({ id: "precept", title: "Precept", extensions: [".md"], maxBytes: 1024 * 1024 });
  });

  it("with the extension .mdc is ignored, with a reason", () => {
    expect(precept.ignored?.("a/STYLE.mdc")).toBe("native rule files have the extension .md; rename the file and add a `name`");
    expect(precept.ignored?.("a/style.txt")).toBeUndefined();
  });

  it("is parsed with all fields", () => {
    expect(mustRead(handWritten)).toMatchObject({
      name: "style",
      description: "House style",
      inclusion: "fileMatch",
      globs: ["src/**"],
      tags: ["language:ts", "area:cart"],
      content: "# Style\r\n",
      metadata: { custom: { deep: [1, 2] } },
    });
  });

  it.each<[string, string, string]>([
    ["without front matter", "# Style\n", "front-matter/missing 1:1"],
    ["with front matter that is not closed", "---\nname: a\n", "front-matter/unclosed 1:1"],
    ["without a name", "---\ndescription: D\n---\nBody\n", "rule/field-missing 1:1"],
    ["without a description", "---\nname: a\ndescription:\n---\nBody\n", "rule/field-missing 3:13"],
    ["with an unknown inclusion", "---\nname: a\ndescription: D\ninclusion: never\n---\nBody\n", "rule/field-invalid 4:12"],
    [
      "with a pattern that is an alias in YAML",
      "---\nname: a\ndescription: D\nglobs: **/*.ts\n---\nBody\n",
      "front-matter/yaml 4:8",
    ],
  ])("%s is not a rule, and the reason is reported", (_, text, expected) => {
    const { rule, diagnostics } = read(text);
    expect(rule).toBeUndefined();
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).toContain(expected);
    expect(diagnostics.every(({ file }) => file === ".precept/rules/style.md")).toBe(true);
  });
});

describe("editing a native rule file", () => {
  it("without changes preserves the original byte for byte", () => {
    expect(precept.print(mustRead(handWritten), handWritten)).toEqual({ text: handWritten, notes: [] });
  });

  it.each<[string, Partial<Rule>, string, string]>([
    ["the description", { description: "New style" }, "description:   House style ", "description: New style "],
    ["the tags", { tags: ["area:till"] }, "tags: [ language:ts , 'area:cart' ]", 'tags: ["area:till"]'],
    ["the text", { content: "# New\r\n" }, "# Style\r\n", "# New\r\n"],
    ["the name", { name: "house" }, "name:  'style'", "name: house"],
  ])("%s changes no other byte", (_, fields, before, after) => {
    const { text } = precept.print({ ...mustRead(handWritten), ...fields }, handWritten);
    expect(text).toBe(handWritten.replace(before, after));
  });

  it("adds a field at the end of the front matter", () => {
    const { text } = precept.print({ ...mustRead(handWritten), priority: 90 }, handWritten);
    expect(text).toBe(handWritten.replace("# kept\r\n", "# kept\r\npriority: 90\r\n"));
  });

  it("replaces an original that is not a rule", () => {
    const { text } = precept.print(mustRead(handWritten), "no rule");
    expect(text.startsWith("---\nname: style\ndescription: House style\ninclusion: fileMatch\n")).toBe(true);
  });
});

const word = fc.string({ maxLength: 20 });
const filled = word.filter((text) => /\S/.test(text));
const words = fc.array(word, { maxLength: 3 });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const json = fc.oneof(
  word,
  fc.boolean(),
  finite,
  fc.constant(null),
  words,
  fc.dictionary(word, fc.integer(), { noNullPrototype: true }),
);
const conditions = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), json, { noNullPrototype: true });
const rule = fc
  .record(
    {
      name: filled,
      description: filled,
      content: fc.string({ unit: anyCodePoint }),
      inclusion: fc.constantFrom(...inclusions),
      globs: fc.uniqueArray(word, { maxLength: 3 }),
      priority: fc.integer({ min: 1, max: 100 }),
      override: fc.boolean(),
      enabled: fc.boolean(),
      authority: fc.constantFrom("absolute" as const, "default" as const),
      category: fc.constantFrom("preference" as const, "behavior" as const, "agent" as const),
      contexts: words,
      targets: words,
      projectId: word,
      userId: word,
      tags: words,
      conditions,
      source: word,
      version: fc.integer({ min: 1, max: 1000 }),
      replaces: words,
    },
    { requiredKeys: ["name", "description"], noNullPrototype: true },
  )
  .map((fields) => createRule({ ...fields, id: "project:style" }));

describe("a new native rule file", () => {
  it("stores every field of the model", () => {
    fc.assert(
      fc.property(rule, (original) => {
        const { text, notes } = precept.print(original);
        expect(notes).toEqual([]);
        expect(read(text).rule).toEqual(original);
      }),
    );
  });

  it("is preserved when its own rule is printed over it", () => {
    fc.assert(
      fc.property(rule, (original) => {
        const { text } = precept.print(original);
        expect(precept.print(mustRead(text), text).text).toBe(text);
      }),
    );
  });

  it("is parsed to the changed rule after an edit", () => {
    fc.assert(
      fc.property(rule, rule, (original, other) => {
        const { text } = precept.print(original);
        const changed = { ...original, globs: other.globs, tags: other.tags, content: other.content };
        expect(mustRead(precept.print(changed, text).text)).toEqual(changed);
      }),
    );
  });

  it("follows the text with a description that is its first sentence", () => {
    const remembered = createRule({ id: "project:cents", name: "cents", content: "Store cents.\n\nNever floats.\n" });
    const { text } = precept.print(remembered);
    expect(text).toContain("\ndescription: Store cents.\n");
    const edited = precept.print({ ...mustRead(text), content: "Store euros.\n" }, text);
    expect(edited.text).toContain("\ndescription: Store euros.\n");
    const described = precept.print({ ...mustRead(text), description: "Amounts" }, text).text;
    expect(precept.print({ ...mustRead(described), content: "Store euros.\n" }, described).text).toContain(
      "\ndescription: Amounts\n",
    );
  });

  it("uses the name if the description is missing, with a fidelity note", () => {
    const nameless = createRule({ id: "project:style", name: "style" });
    expect(precept.print(nameless)).toEqual({
      text: "---\nname: style\ndescription: style\ninclusion: always\n---\n\n",
      notes: [
        {
          field: "description",
          kind: "lost",
          message: "A native file needs a description; the first sentence of the text, or the name, is used instead.",
        },
      ],
    });
  });
});
