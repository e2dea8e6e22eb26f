import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSuppressions } from "./find-suppressions.ts";

describe("a suppression", () => {
  it.each([
    ["// precept-ignore A-1 -- why"],
    ["//precept-ignore A-1 -- why"],
    ["# precept-ignore A-1 -- why"],
    ["/* precept-ignore A-1 -- why */"],
    ["/** precept-ignore A-1 -- why **/"],
    [" * precept-ignore A-1 -- why"],
    ["-- precept-ignore A-1 -- why"],
    ["--[[ precept-ignore A-1 -- why ]]"],
    ["<!-- precept-ignore A-1 -- why -->"],
    ["; precept-ignore A-1 -- why"],
    ["% precept-ignore A-1 -- why"],
    ["(* precept-ignore A-1 -- why *)"],
    ["{# precept-ignore A-1 -- why #}"],
    ["{{!-- precept-ignore A-1 -- why --}}"],
    ["{/* precept-ignore A-1 -- why */}"],
    ["<%-- precept-ignore A-1 -- why --%>"],
    ["REM precept-ignore A-1 -- why"],
    ["dnl precept-ignore A-1 -- why"],
    ["! precept-ignore A-1 -- why"],
    ['" precept-ignore A-1 -- why'],
    ["' precept-ignore A-1 -- why"],
  ])("is found in a comment of any language: %s", (line) => {
    expect(findSuppressions(`${line}\ncode\n`)).toMatchObject([{ ids: ["A-1"], reason: "why", line: 1, lines: [1, 2] }]);
  });

  it.each([
    ['const text = "precept-ignore A-1 -- why";'],
    ["write precept-ignore A-1 -- why"],
    ["`precept-ignore A-1 -- why`"],
    ["// precept-ignored A-1 -- why"],
    ["// precept-ignore-file A-1 -- why"],
    ["  'precept-ignore A-1 -- why',"],
  ])("is not found in %s", (line) => {
    expect(findSuppressions(line)).toEqual([]);
  });

  it("can name several policies, and its reason can contain anything", () => {
    expect(findSuppressions("// precept-ignore A-1, B.2 C_3 -- a -- b: c")).toMatchObject([
      { ids: ["A-1", "B.2", "C_3"], reason: "a -- b: c" },
    ]);
  });

  it.each([
    ["// precept-ignore A-1", ["A-1"], ""],
    ["// precept-ignore A-1 --", ["A-1"], ""],
    ["// precept-ignore -- why", [], "why"],
    ["// precept-ignore", [], ""],
  ])("can lack its policy or its reason: %s", (line, ids, reason) => {
    expect(findSuppressions(line)).toMatchObject([{ ids, reason }]);
  });

  it("after code applies to that line only", () => {
    expect(findSuppressions("a\n  code(); // precept-ignore A-1 -- why\nb")).toMatchObject([{ line: 2, column: 14, lines: [2] }]);
    expect(findSuppressions("/* precept-ignore A-1 -- why */ code();\nb")).toMatchObject([{ reason: "why", lines: [1] }]);
  });

  it("alone on a line also applies to the next line that is neither a suppression nor the end of the comment", () => {
    const stacked = "// precept-ignore A-1 -- one\r\n// precept-ignore B-1 -- two\r\ncode\r\n";
    expect(findSuppressions(stacked).map(({ lines }) => lines)).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(findSuppressions("/*\n * precept-ignore A-1 -- why\n */\ncode\n")).toMatchObject([{ lines: [2, 4] }]);
  });

  it("is found at its position in any text, and no text makes it throw", () => {
    const token = fc.constantFrom(
      "precept-ignore",
      "// ",
      "# ",
      " A-1",
      " -- ",
      "why",
      "\n",
      "\r\n",
      "*/",
      "<!-- ",
      "-->",
      "x",
      '"',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 20 }), (tokens) => {
        const text = tokens.join("");
        const lines = text.split(/\r\n|\n/);
        for (const { line, column } of findSuppressions(text)) {
          expect(lines[line - 1]?.slice(column - 1)).toMatch(/^precept-ignore/);
        }
      }),
    );
  });
});
