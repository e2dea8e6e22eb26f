import { createRule, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataagent } from "./codec.ts";

function read(text: string) {
  return dataagent.parse({ text, path: "a.md", file: ".dataagent/rules/a.md" });
}

function ruleOf(text: string): Rule {
  return createRule({ ...read(text).draft, id: "project:a", name: "a" });
}

/** Writes a rule file as DataAgent does. */
function write(fields: Readonly<Record<string, string>>, content = "Text.\n"): string {
  return ["---", ...Object.entries(fields).map(([key, value]) => `${key}: ${value}`), "---", "", content].join("\n");
}

/** Reads the front matter as DataAgent does: line by line, without the quotes at the ends of values. */
function readAsDataAgent(text: string): Readonly<Record<string, string>> {
  const header = /^---\s*\n([^]*?)\n---\s*\n/.exec(text)?.[1] ?? "";
  const lines = header.split("\n").map((line) => /^(\w+):\s*(.*)$/.exec(line.trim()));
  return Object.fromEntries(
    lines.flatMap((line) =>
      line === null
        ? []
        : [
            [
              line[1],
              line[2]
                ?.trim()
                .replace(/^"+|"+$/g, "")
                .replace(/^'+|'+$/g, ""),
            ],
          ],
    ),
  ) as Record<string, string>;
}

describe("DataAgent's codec", () => {
  it.each([
    ["a pattern", { fileMatchPattern: "**/*.tsx" }, { globs: ["**/*.tsx"] }],
    ["a colon", { description: "Python: the rules" }, { description: "Python: the rules" }],
    ["a quotation", { description: 'Say "yes": always' }, { description: 'Say "yes": always' }],
    ["an at sign", { description: "@types and %s" }, { description: "@types and %s" }],
  ])("reads %s without quotes, without a complaint", (_, fields, expected) => {
    const text = write({ name: "a", description: "D", inclusion: "fileMatch", fileMatchPattern: "*.py", ...fields });
    const { draft, diagnostics } = read(text);
    expect(diagnostics).toEqual([]);
    expect(draft).toMatchObject(expected);
    expect(dataagent.print(ruleOf(text), text)).toEqual({ text, notes: [] });
  });

  it("changes one value of a file, so that DataAgent reads it and the others", () => {
    const fields = { name: "a", description: "Use it: always", inclusion: "fileMatch", fileMatchPattern: "**/*.tsx" };
    const text = write({ ...fields, priority: "60" });
    const changed = dataagent.print({ ...ruleOf(text), priority: 70 }, text).text;
    expect(readAsDataAgent(changed)).toEqual({ ...fields, priority: "70" });
    expect(read(changed)).toMatchObject({ draft: { priority: 70, globs: ["**/*.tsx"] }, diagnostics: [] });
  });

  it("says what is wrong with a front matter that neither reads", () => {
    expect(read("---\nname: a\ndescription: [a\n---\n").diagnostics).toMatchObject([{ code: "front-matter/yaml" }]);
  });

  it("**Property** reads every description that DataAgent writes, and writes it so that DataAgent reads it", () => {
    const text = fc
      .string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(..."ab :#-*&!@%`{}[],>|?\"'\\é") })
      .map((value) => value.trim())
      .filter((value) => value !== "" && !/^["'[{]|["']$/.test(value));
    fc.assert(
      fc.property(text, text, (description, next) => {
        const file = write({ name: "a", description, inclusion: "always" });
        const { draft } = read(file);
        // A valid YAML value is read as YAML.
        fc.pre(draft?.description === description);
        const { text: changed } = dataagent.print({ ...ruleOf(file), description: next }, file);
        expect(read(changed).draft?.description).toBe(next);
        // A value with both kinds of quotes, or a backslash and one of them, has escape sequences.
        const isEscaped = next.includes("'") && /["\\]/.test(next);
        expect(isEscaped ? next : readAsDataAgent(changed)["description"]).toBe(next);
      }),
    );
  });
});
