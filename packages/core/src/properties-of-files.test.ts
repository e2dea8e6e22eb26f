import type { WireRule } from "@precept/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { fromWireRule } from "./wire/read-rule.ts";
import { createDraft, type Rule, type RuleDraft } from "./model/rule.ts";
import { createRule } from "./model/create-rule.ts";
import { toWireRule } from "./wire/wire-rule.ts";
import { parseNativeRule } from "./parse/parse-native.ts";
import { printNativeRule } from "./parse/print-native.ts";
import { nativeKeys } from "./parse/native-fields.ts";
import { anyRule, anyText, filledText, ruleName } from "../test/arbitraries.ts";

const file = { path: "style.md", file: ".precept/rules/style.md" };

/** The part of a rule that a native file contains. The rest depends on its path. */
function draftOf({
  id: _id,
  scope: _scope,
  origin: _origin,
  createdAt: _created,
  updatedAt: _updated,
  ...said
}: Rule): RuleDraft {
  const metadata = Object.fromEntries(Object.entries(said.metadata).filter(([key]) => !nativeKeys.has(key)));
  return { ...said, metadata, label: false };
}

function parsedOrNothing(header: string): unknown {
  try {
    return parse(header);
  } catch {
    return undefined;
  }
}

describe("native files", () => {
  it("**Feature: agent-rules, Property 1: Rule Parsing Round Trip** a printed rule parses to the same rule", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        const { text, notes } = printNativeRule(rule);
        const { draft, diagnostics } = parseNativeRule({ ...file, text });
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(draft).toEqual(draftOf(rule));
        const isComplete = Object.keys(rule.metadata).every((key) => !nativeKeys.has(key));
        expect(notes.map(({ field }) => field)).toEqual(isComplete ? [] : ["metadata"]);
      }),
      { numRuns: 200 },
    );
  });

  it("a rule that is printed with its record survives completely, except for its scope and origin", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        const { draft, record } = parseNativeRule({ ...file, text: printNativeRule(rule, undefined, { withRecord: true }).text });
        const { label: _, ...fields } = draft ?? createDraft(rule);
        const { scope, origin } = rule;
        const metadata = Object.fromEntries(Object.entries(rule.metadata).filter(([key]) => !nativeKeys.has(key)));
        expect(createRule({ ...fields, ...record, id: record?.id ?? "", scope, origin })).toEqual({ ...rule, metadata });
      }),
      { numRuns: 200 },
    );
  });

  it("**Feature: agent-rules, Property 2: Frontmatter Extraction Completeness** all fields are parsed, however they are written", () => {
    const fields = fc.record(
      {
        name: ruleName,
        description: filledText,
        inclusion: fc.constantFrom("always", "fileMatch", "manual", "agentRequested", "relevant"),
        fileMatchPattern: fc.array(fc.constantFrom("*.ts", "src/**/*.{ts,tsx}", "!**/gen/**", "[ab], c"), {
          minLength: 1,
          maxLength: 1,
        }),
        priority: fc.integer({ min: 1, max: 100 }),
        override: fc.boolean(),
        tags: fc.uniqueArray(ruleName, { minLength: 1, maxLength: 3 }),
        reviewers: fc.array(anyText, { maxLength: 2 }),
      },
      { requiredKeys: ["name", "description"] },
    );
    const style = fc.record({
      defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED"),
      collectionStyle: fc.constantFrom("any", "block", "flow"),
      lineWidth: fc.constantFrom(0, 30, 80),
    });
    fc.assert(
      fc.property(fields, style, fc.constantFrom("\n", "\r\n"), anyText, (written, options, eol, content) => {
        const header = stringify(written, { ...options, defaultKeyType: "PLAIN" }).replaceAll("\n", eol);
        // Nothing to compare if YAML itself parses the text to something else.
        fc.pre(JSON.stringify(parsedOrNothing(header)) === JSON.stringify(written));
        const { draft } = parseNativeRule({ ...file, text: `---${eol}${header}---${eol}${eol}${content}` });
        const { reviewers, fileMatchPattern, ...known } = written;
        expect(draft).toMatchObject({ ...known, content, metadata: reviewers === undefined ? {} : { reviewers } });
        expect(draft?.globs).toEqual(fileMatchPattern ?? []);
        expect(draft?.priority).toBe(written.priority ?? 50);
        expect(draft?.inclusion).toBe(written.inclusion ?? (fileMatchPattern === undefined ? "always" : "fileMatch"));
      }),
      { numRuns: 200 },
    );
  });

  it("**Feature: agent-rules, Property 3: Invalid Frontmatter Handling** a missing field is reported with its file", () => {
    fc.assert(
      fc.property(fc.subarray(["name", "description"], { maxLength: 1 }), ruleName, anyText, (present, value, body) => {
        const lines = present.map((key) => `${key}: x${value}`);
        const { draft, diagnostics } = parseNativeRule({
          ...file,
          text: ["---", ...lines, "priority: 3", "---", body].join("\n"),
        });
        expect(draft).toBeUndefined();
        const missing = diagnostics.filter(({ code }) => code === "rule/field-missing");
        const absent = ["name", "description"].filter((key) => !present.includes(key));
        expect(missing.map(({ message }) => message)).toEqual(absent.map((key) => `The field "${key}" is missing.`));
        expect(missing.map((diagnostic) => diagnostic.file)).toEqual(absent.map(() => file.file));
      }),
    );
  });

  it("**Feature: agent-rules, Property 3: Invalid Frontmatter Handling** broken YAML is reported on its line", () => {
    const broken = fc.constantFrom(
      "globs: *.ts",
      'note: "open',
      "note: a: b",
      "note: [a",
      "note: @a",
      "just words",
      "note: {a",
      "}",
    );
    fc.assert(
      fc.property(broken, fc.nat({ max: 2 }), (line, position) => {
        const lines = ["name: a", "description: b"].toSpliced(position, 0, line);
        const { draft, diagnostics } = parseNativeRule({ ...file, text: ["---", ...lines, "---", "text"].join("\n") });
        expect(draft).toBeUndefined();
        expect(diagnostics.map(({ code }) => code)).toContain("front-matter/yaml");
        expect(diagnostics[0]).toMatchObject({ severity: "error", file: file.file });
        expect(diagnostics[0]?.line).toBeGreaterThanOrEqual(position + 2);
      }),
    );
  });

  it("**Feature: agent-rules, Property 3: Invalid Frontmatter Handling** no text makes the parser throw", () => {
    const framed = fc.tuple(
      fc.constantFrom("", "---\n", "---\nname: a\ndescription: b\n"),
      anyText,
      fc.constantFrom("", "\n---\n"),
      anyText,
    );
    fc.assert(
      fc.property(framed, (parts) => {
        const text = parts.join("");
        const { draft, diagnostics } = parseNativeRule({ ...file, text });
        expect(draft === undefined ? diagnostics.some(({ severity }) => severity === "error") : draft.name !== "").toBe(true);
        const lines = text.split(/\r\n|\r|\n/).length;
        expect(diagnostics.filter(({ line = 0, column = 0 }) => line < 1 || line > lines + 1 || column < 1)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("returns the original byte for byte for an unchanged rule", () => {
    const key = fc.constantFrom(
      "priority: 7",
      "tags: a, b",
      "x: 'y'  # z",
      "# note",
      "",
      "globs:\n- a\n-   b",
      "fileMatchPattern: a",
      "v: >-\n  a\n  b",
    );
    const header = fc.shuffledSubarray(["name: a", "description:   b c", "override: false"], { minLength: 3 });
    fc.assert(
      fc.property(header, fc.uniqueArray(key), fc.constantFrom("\n", "\r\n"), anyText, (fields, others, eol, body) => {
        const text = ["---", ...others.slice(0, 2), ...fields, ...others.slice(2), "---", body].join("\n").replaceAll("\n", eol);
        const { draft } = parseNativeRule({ ...file, text });
        expect(draft?.name).toBe("a");
        expect(printNativeRule({ ...draft, id: "x", scope: "project" } as Rule, text).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("prints a changed rule so that it parses to the changed rule, for any original", () => {
    const key = fc.constantFrom(
      '"priority": 7',
      "tags: [a,\n  b]",
      "x: &x y",
      "z: *x",
      "# note",
      "globs:\n  - a",
      "? q\n: r",
      "name : a",
    );
    const start = fc.constantFrom(
      "name: a\ndescription: b\n",
      "  name: a\n  description: b\n",
      "{name: a, description: b}\n",
      '"name": a\ndescription: |\n  b\n',
    );
    fc.assert(
      fc.property(start, fc.uniqueArray(key), anyRule, (first, others, rule) => {
        const original = `---\n${first}${others.join("\n")}\n---\nbody`;
        const { text } = printNativeRule(rule, original);
        expect(parseNativeRule({ ...file, text }).draft).toEqual(draftOf(rule));
      }),
      { numRuns: 200 },
    );
  });
});

describe("wire formats", () => {
  it("**Feature: agent-rules, Property 12: Rule Serialization Completeness** a rule survives JSON unchanged", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        expect(fromWireRule(JSON.parse(JSON.stringify(toWireRule(rule))) as WireRule)).toEqual(rule);
      }),
      { numRuns: 200 },
    );
  });
});
