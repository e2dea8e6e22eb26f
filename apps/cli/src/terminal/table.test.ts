import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, displayWidth } from "./layout.ts";

const rows = [
  ["name", "applies", "file"],
  ["typescript", "src/**/*.ts, lib/**/*.ts", ".precept/rules/typescript.md"],
  ["web", "always", ".cursor/rules/web.mdc"],
];

describe("columns", () => {
  it("are as wide as their widest cell", () => {
    expect(columns(rows, {})).toEqual([
      "name        applies                   file",
      "typescript  src/**/*.ts, lib/**/*.ts  .precept/rules/typescript.md",
      "web         always                    .cursor/rules/web.mdc",
    ]);
    expect(columns(rows, { width: 80 })).toEqual(columns(rows, {}));
  });

  it("wrap at spaces in a narrower terminal", () => {
    expect(columns(rows, { width: 60 })).toEqual([
      "name        applies             file",
      "typescript  src/**/*.ts,        .precept/rules/typescript.md\n            lib/**/*.ts",
      "web         always              .cursor/rules/web.mdc",
    ]);
  });

  it("are stacked if the words do not fit", () => {
    expect(columns(rows, { width: 40 })).toEqual([
      "name\n  applies · file",
      "typescript\n  src/**/*.ts, lib/**/*.ts\n  .precept/rules/typescript.md",
      "web\n  always · .cursor/rules/web.mdc",
    ]);
  });

  it("**Property** lose nothing but spaces in a terminal of any width, and only parts that cannot be broken are too long", () => {
    const cell = fc.stringMatching(/^[a-z/,.-]{1,12}( [a-z/,.-]{1,12}){0,4}$/);
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((length) => fc.array(fc.array(cell, { minLength: length, maxLength: length }), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(table, fc.integer({ min: 20, max: 100 }), (given, width) => {
        const lines = columns(given, { width });
        expect(lines).toHaveLength(given.length);
        for (const [at, row] of given.entries()) {
          const sorted = (text: string): string => [...text.replaceAll(/[\s·]/g, "")].toSorted().join("");
          expect(sorted(lines[at] ?? "")).toBe(sorted(row.join("")));
        }
        const long = lines.flatMap((one) => one.split("\n")).filter((line) => displayWidth(line) > width);
        for (const line of long) expect(line.trim()).toMatch(/^\S+$/);
      }),
    );
  });
});
