import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { anyText } from "../../test/arbitraries.ts";
import { parseYamlHeader } from "./parse-yaml-header.ts";
import { maxHeaderLength, readYamlHeader } from "./yaml-header.ts";

function valuesOf(header: string): Record<string, unknown> {
  const { entries } = readYamlHeader(header, 2);
  return Object.fromEntries([...entries].map(([key, { value }]) => [key, value]));
}

function headerOf(length: number): string {
  return `a: ${"x".repeat(length - 4)}\n`;
}

/** The values by the YAML library; undefined if it reports errors or warnings. */
function parseWithLibrary(header: string): Record<string, unknown> | undefined {
  const document = parseDocument(header, { logLevel: "error" });
  if (document.errors.length + document.warnings.length > 0) return undefined;
  try {
    return (document.toJS({ maxAliasCount: 20 }) as Record<string, unknown> | null) ?? {};
  } catch {
    return undefined;
  }
}

describe("reading plain lines without the YAML parser", () => {
  const scalar = fc.oneof(
    anyText.map((text) => text.replace(/[\r\n]/g, "")),
    fc.constantFrom(
      "true",
      "True",
      "false",
      "null",
      "~",
      "yes",
      "0",
      "007",
      "42",
      "-1",
      "1e3",
      "0x1f",
      "1_000",
      "1.5",
      ".5",
      "+1",
      "NaN",
      ".nan",

      "'it''s'",
      "'a'",
      '"a"',
      '"a\\n"',
      '"a',
      "a # b",
      "a#b",
      "a:b",
      "a: b",
      "a:",
      "#a",
      "[a, b]",
      "[a,b,]",
      "[]",
      "[ ]",
      "[a, [b]]",

      "[1, true, 'x', \"y\"]",
      "['a, b']",
      "[a: b]",
      "[a #b]",
      "{a: b}",
      "*a",
      "&a b",
      "!a",
      "@a",
      "%a",
      "| ",
      "> a",
      "- a",
      "? a",
      "`a",

      "a]",
      "a}",
      "(a)",
      "^a",
      "$a",
      "/a/",
      "http://a/b",
      "2026-01-02",
      "a\u00a0",
      "\u00a0a",
      "a \u3000",
      "ä",
      "日本",
      "a\\b",
      "---",
      "<<",

      "[http://a, b]",
      "[a\u00a0, b]",
      "[(a), /b]",
      "[a?, b]",
      "['a' , \"b\" ]",
      "[a b, c]",
      "['a'b]",
      "[null, ~]",
      "[0, 00]",
      "[true]",
    ),
  );

  it("agrees with the library on every single-line value", () => {
    fc.assert(
      fc.property(scalar, fc.constantFrom("", " ", "  "), (value, space) => {
        const header = `key: ${space}${value}${space}\n`;
        const expected = parseWithLibrary(header);
        // A collection as a key is not a text.
        fc.pre(expected !== undefined && !/[\]}] *:/.test(value));
        expect(valuesOf(header)).toEqual(expected);
      }),
    );
  });

  it("agrees with the library on lists with a line for each item, also on where they are", () => {
    const item = fc.tuple(
      fc.constantFrom("", "  ", "  ", "    ", "\t"),
      fc.constantFrom("- ", "- ", "-", "-  ", "# ", ""),
      scalar,
    );
    const header = fc.tuple(fc.constantFrom("", " ", " # note", " x"), fc.array(item, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(header, fc.constantFrom("\n", "\r\n"), fc.boolean(), ([space, items], eol, hasMore) => {
        const lines = [`key:${space}`, ...items.map((parts) => parts.join("")), ...(hasMore ? ["more: x", ""] : [])];
        const expected = parseWithLibrary(lines.join("\n"));
        fc.pre(expected !== undefined && !Array.isArray(expected) && !/[\]}] *:/.test(lines.join("\n")));
        expect(readYamlHeader(lines.join(eol), 2)).toEqual(parseYamlHeader(lines.join(eol), 2, undefined));
      }),
    );
  });

  it.each(["a:\n  - x\n  - 'y, z'\n", "a:\r\n- [x]\r\n- true\r\nb: c\r\n"])(
    "reads a plain list as the library does: %j",
    (header) => {
      const { entries } = readYamlHeader(header, 2);
      expect({ entries, diagnostics: [] }).toEqual(parseYamlHeader(header, 2, undefined));
      expect(entries.get("a")?.line).toBe(3);
    },
  );

  it("agrees with the library on whole headers with comments, blank lines, lists and block scalars", () => {
    const line = fc.constantFrom(
      "a: b",
      "b:",
      "c: [x, y]",
      "d:\n  - x\n  - y",
      "e: |\n  x\n\n  y",
      "# note",
      "",
      "f: x # note",
      "g: >-\n  x\n  y",
      "  # in",
    );
    fc.assert(
      fc.property(fc.uniqueArray(line), fc.constantFrom("\n", "\r\n", "\r"), (lines, eol) => {
        const header = lines.join("\n");
        expect(valuesOf(header.replaceAll("\n", eol))).toEqual(parseWithLibrary(header));
      }),
    );
  });
});

describe("locations", () => {
  it("are those of the values in the file", () => {
    const { entries } = readYamlHeader("a: x\n# note\n\nbc:   y\nd: [1,\n  2]\n", 5);
    expect([...entries].map(([key, { line, column }]) => [key, line, column])).toEqual([
      ["a", 5, 4],
      ["bc", 8, 7],
      ["d", 9, 4],
    ]);
  });

  it("are the same with and without the YAML parser", () => {
    const plain = readYamlHeader("a: x\nbc:   'y'\n", 2);
    const parsed = readYamlHeader("a: x\nbc:   'y'\nz: {}\n", 2);
    for (const key of ["a", "bc"]) expect(parsed.entries.get(key)).toEqual(plain.entries.get(key));
  });
});

describe("an invalid header", () => {
  it.each([
    ["a leading star", "globs: *.ts\n", 'Quote values that begin with `*`: "**/*.ts".', 2, 8],
    ["a duplicate key", "a: 1\nb: 2\na: 3\n", "Keep one line for each key.", 4, 1],
    ["a colon in plain text", "a: Note: this\n", "Quote values that contain `: `.", 2, 4],
    ["a leading exclamation mark", "b: 1\nglobs: !**/x\n", expect.stringContaining("Quote values"), 3, 8],
    ["an unclosed quote", 'a: "x\n', expect.stringContaining("Quote values"), 3, 1],
  ])("is reported at its location with a hint: %s", (_, header, hint, line, column) => {
    const { entries, diagnostics } = readYamlHeader(header, 2, "a.md");
    expect(entries.size).toBe(0);
    expect(diagnostics[0]).toMatchObject({ code: "front-matter/yaml", severity: "error", file: "a.md", hint, line, column });
  });

  it("is reported if it is not a mapping", () => {
    expect(readYamlHeader("- a\n- b\n", 2).diagnostics).toMatchObject([
      { code: "front-matter/not-a-mapping", line: 2, column: 1 },
    ]);
    expect(readYamlHeader("just words\n", 2).diagnostics).toMatchObject([{ code: "front-matter/not-a-mapping" }]);
  });

  it("is reported if it is larger than 64 KiB", () => {
    expect(readYamlHeader(headerOf(maxHeaderLength), 2).diagnostics).toEqual([]);
    expect(readYamlHeader(headerOf(maxHeaderLength + 1), 2, "a.md").diagnostics).toMatchObject([
      { code: "front-matter/too-large", file: "a.md", line: 2 },
    ]);
  });

  it("is reported, and not expanded, if aliases grow exponentially", () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}*l${at}]`);
    const { diagnostics } = readYamlHeader(["l0: &l0 lol", ...levels].join("\n"), 2);
    expect(diagnostics).toMatchObject([{ code: "front-matter/yaml", message: expect.stringMatching(/alias/i) as string }]);
  });

  it("is reported if brackets are nested too deeply", () => {
    const { entries, diagnostics } = readYamlHeader(`a: ${"[".repeat(30_000)}`, 2);
    expect(entries.size).toBe(0);
    expect(diagnostics[0]).toMatchObject({ code: "front-matter/yaml", severity: "error" });
  });

  it("does not include an empty header or one with only comments", () => {
    for (const header of ["", "\n", "# note\n", "  # note\n"]) {
      expect(readYamlHeader(header, 2)).toEqual({ entries: new Map(), diagnostics: [] });
    }
  });
});

it("rejects a value that contains itself", () => {
  const { entries, diagnostics } = readYamlHeader("a: &x [1, { b: *x }]\n", 2);
  expect(entries.size).toBe(0);
  expect(diagnostics).toMatchObject([
    { code: "front-matter/yaml", message: expect.stringContaining("contains itself") as string, line: 2 },
  ]);
});

it("reports at most ten problems of a front matter", () => {
  expect(readYamlHeader("a: [".repeat(200), 2).diagnostics.length).toBeLessThanOrEqual(10);
});

it("reads a few anchors and aliases", () => {
  expect(valuesOf("a: &x [1, 2]\nb: *x\n")).toEqual({ a: [1, 2], b: [1, 2] });
  const aliases = (count: number) => `a: &x 1\nb: [${Array.from({ length: count }, () => "*x").join(", ")}]\n`;
  expect(valuesOf(aliases(20))["b"]).toHaveLength(20);
  expect(readYamlHeader(aliases(40), 2).diagnostics).toMatchObject([{ code: "front-matter/yaml", line: 3 }]);
});
