import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextLines } from "./text-lines.ts";

describe("the lines of a text", () => {
  it("end with any of the three line endings, and columns count UTF-16 code units", () => {
    const lines = new TextLines("a\r\n😀b\rc\n");
    expect(lines.count).toBe(4);
    expect([0, 3, 5, 7, 9].map((offset) => lines.positionAt(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 2, column: 3 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ]);
    expect([1, 2, 3, 4, 5].map((line) => lines.textOf(line))).toEqual(["a", "😀b", "c", "", ""]);
  });

  it("convert each offset to a position and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "é", "😀") }), fc.nat(), (text, at) => {
        const offset = at % (text.length + 1);
        const lines = new TextLines(text);
        const { line, column } = lines.positionAt(offset);
        expect((lines.startOf(line) ?? -1) + column - 1).toBe(offset);
      }),
    );
  });
});
