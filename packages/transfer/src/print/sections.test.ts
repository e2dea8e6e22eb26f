import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixedTexts } from "../../../mdc-compat/test/texts.ts";
import { joinSections, nameSections, splitSections, trimSection } from "./sections.ts";

const markers = fc.constantFrom(
  "<!-- precept: rule a -->",
  "  <!--precept:rule   b-->  ",
  "<!-- precept: rule -->",
  "<!-- precept: end -->",
  "<!-- precept:: end -->",
  "<!-- precept::: rule a -->",
  "<!-- precept: file docs/a.md -->",
  "<!-- precept: file end -->",
  "<!-- precept: rules -->",
  "<!--->",
);
const lines = fc.oneof(markers, fc.constantFrom("", "One.", "    Two.", "```", "- x"), mixedTexts);
const texts = fc.tuple(fc.array(lines, { maxLength: 8 }), fc.constantFrom("\n", "\r\n")).map(([all, eol]) => all.join(eol));
const names = fc.oneof(
  fc.constantFrom("a", "b", "end", "rule", "file x", "a\nb", "--> x", "a (2)", ""),
  fc.string({ unit: anyCodePoint }),
);

describe("the sections of a file with several rules", () => {
  it("have the names and texts that were written, whatever these are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts), { minLength: 1, maxLength: 5 }), (rules) => {
        const named = nameSections(rules.map(([name]) => name));
        const written = rules.map(([, text], at) => ({ name: named[at] ?? "", text }));
        const { sections, outside } = splitSections(joinSections(written));
        expect(outside).toEqual([]);
        expect(sections.map(({ name, text }) => ({ name, text }))).toEqual(
          written.map(({ name, text }) => ({ name, text: trimSection(text) })),
        );
        expect(new Set(named).size).toBe(named.length);
      }),
    );
  });

  it("have names without markers and line breaks; equal names get a number", () => {
    expect(nameSections(["a", "a", "a", "b\nc", "x--y>", ""])).toEqual(["a", "a (2)", "a (3)", "b c", "x-y-", "unnamed"]);
  });

  it("and the text outside of them contain every line of a file except for the markers", () => {
    fc.assert(
      fc.property(texts, (file) => {
        const { sections, outside } = splitSections(file);
        const found = [...sections, ...outside].flatMap(({ text }) => text.split("\n")).filter((line) => line.trim() !== "");
        const expected = file
          .replace(/^\uFEFF/, "")
          .split(/\r\n?|\n/)
          .filter((line) => line.trim() !== "" && !/^\s*<!--\s*precept:(?!:)\s*(?:end|rule(?:\s.*)?)\s*-->\s*$/.test(line))
          .map((line) => line.replace(/^(\s*<!--\s*precept:):(?=:*\s*(?:end|rule(?:\s.*)?)\s*-->\s*$)/, "$1"));
        expect(found.map((line) => line.trim()).toSorted()).toEqual(expected.map((line) => line.trim()).toSorted());
      }),
    );
  });

  it("are found in a file with other line ends, a byte order mark, and more blank lines", () => {
    const file = joinSections([
      { name: "a", text: "One.\n\nTwo." },
      { name: "b", text: "    indented" },
    ]);
    const changed = `\uFEFF\n\n${file.replaceAll("\n\n", "\n \n\n")}`.replaceAll("\n", "\r\n");
    expect(splitSections(changed).sections.map(({ name, text }) => [name, text.replaceAll(/\n\s+\n/g, "\n\n")])).toEqual([
      ["a", "One.\n\nTwo."],
      ["b", "    indented"],
    ]);
  });

  it("end at the next marker, at the end marker, or at the end of the file", () => {
    const file = "Before.\n<!-- precept: rule a -->\nA.\n<!-- precept: end -->\n\nBetween.\n<!-- precept: rule b -->\nB.\n";
    expect(splitSections(file)).toEqual({
      sections: [
        { name: "a", text: "A.", line: 3 },
        { name: "b", text: "B.", line: 8 },
      ],
      outside: [
        { text: "Before.", line: 1 },
        { text: "Between.", line: 6 },
      ],
    });
  });

  it("are found in a long line of spaces or comments without delay", () => {
    const line = `<!-- precept: rule ${" ".repeat(200_000)}-- >`;
    const comments = "<!-- precept: rule a -->".repeat(20_000);
    expect(splitSections(`${line}\n${comments}x`).sections).toEqual([]);
  });
});
