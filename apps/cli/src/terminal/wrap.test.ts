import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, shorten, wrapLines, wrapText } from "./layout.ts";

const word = fc.stringMatching(/^[a-zé日/,.-]{1,12}$/u);
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const coloured = fc
  .array(fc.tuple(word, fc.constantFrom("", "\u001B[31m", "\u001B[2m")), { minLength: 1, maxLength: 8 })
  .map((parts) =>
    parts
      .map(([part, open]) => (open === "" ? part : `${open}${part}${open === "\u001B[2m" ? "\u001B[22m" : "\u001B[39m"}`))
      .join(" "),
  );

/** A path, or a part of a list without East Asian characters. */
const unbreakable = /^(?:[^ ]*\/[^ ]*|[^ ,;|日]+[,;|]*)$/;

describe("shorten", () => {
  it.each([
    ["short", 5, "end", "short"],
    ["a-long-name", 6, "end", "a-lon…"],
    ["src/**/*.ts, lib/**/*.ts", 12, "end", "src/**/*.ts…"],
    ["packages/web/.cursor/rules/web.mdc", 16, "middle", "packa…es/web.mdc"],
    ["日本語の規則", 6, "end", "日本…"],
  ] as const)("shortens %j to %d columns at the %s", (given, width, where, shortened) => {
    expect(shorten(given, width, where)).toBe(shortened);
    expect(displayWidth(shortened)).toBeLessThanOrEqual(width);
  });
});

describe("wrapText", () => {
  it.each([
    ["one two three", 8, ["one two", "three"]],
    ["see .cursor/rules/accessibility.mdc for it", 20, ["see", ".cursor/rules/accessibility.mdc", "for it"]],
    ["src/**/*.{ts,tsx}, lib/**", 10, ["src/**/*.{ts,tsx},", "lib/**"]],
    ["文档/规则/可访问性.md", 10, ["文档/规则/可访问性.md"]],
    ["a-long-name_of-a-rule", 10, ["a-long-name_of-a-rule"]],
    ["one,two,three", 8, ["one,two,", "three"]],
    ["abcdefgh", 3, ["abcdefgh"]],
    ["  one two three", 9, ["  one two", "  three"]],
    ["日本語", 4, ["日本", "語"]],
    ["short", 20, ["short"]],
    ["", 20, [""]],
  ])("breaks %j at %d columns", (given, width, lines) => {
    expect(wrapText(given, width)).toEqual(lines);
  });

  it("indents further lines by the hang", () => {
    expect(wrapText("one two three", 8, 2)).toEqual(["one two", "  three"]);
  });

  it("continues a colour in the next line", () => {
    expect(wrapText("\u001B[31mone two\u001B[39m three", 4)).toEqual([
      "\u001B[31mone\u001B[39m",
      "\u001B[31mtwo\u001B[39m",
      "three",
    ]);
  });

  it("**Property** loses nothing but spaces, and only parts that cannot be broken are too long", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, coloured),
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 0, max: 4 }),
        (given, width, hang) => {
          const lines = wrapText(given, width, hang);
          expect(stripVTControlCharacters(lines.join("")).replaceAll(" ", "")).toBe(
            stripVTControlCharacters(given).replaceAll(" ", ""),
          );
          for (const line of lines.map(stripVTControlCharacters).filter((one) => displayWidth(one) > width))
            expect(line.trim()).toMatch(unbreakable);
        },
      ),
    );
  });

  it("**Property** ends every colour in its line", () => {
    fc.assert(
      fc.property(coloured, fc.integer({ min: 4, max: 30 }), (given, width) => {
        for (const line of wrapText(given, width)) {
          // oxlint-disable-next-line no-control-regex -- matches colour codes on purpose
          const codes = [...line.matchAll(/\u001B\[(\d+)m/g)].map(([, code]) => code);
          expect(codes.filter((code) => code === "31").length).toBe(codes.filter((code) => code === "39").length);
          expect(codes.filter((code) => code === "2").length).toBe(codes.filter((code) => code === "22").length);
        }
      }),
    );
  });
});

describe("wrapLines", () => {
  it("wraps each line, with further lines indented by four spaces", () => {
    expect(wrapLines(["one two three", "a\nb"], { width: 9 })).toEqual(["one two", "    three", "a", "b"]);
  });

  it("does nothing if the output is not a terminal", () => {
    const line = "word ".repeat(100).trim();
    expect(wrapLines([line], {})).toEqual([line]);
  });
});
