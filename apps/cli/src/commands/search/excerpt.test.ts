import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

/** The excerpt as a text, with found words in brackets. */
function marked(content: string, query: string): string {
  return excerptOf(content, query)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join("");
}

describe("excerptOf", () => {
  it("returns the line with the most different words of the query", () => {
    expect(marked("# Money\n\nCents, cents, cents.\nAmounts are cents.\n", "amount in cents")).toBe("[Amounts] are [cents].");
  });

  it("finds words as the search does: without regard to case, accents and endings, and parts of identifiers", () => {
    expect(marked("Tested in the CAFÉ by parseAmount2.", "tests cafe amount")).toBe("[Tested] in the [CAFÉ] by [parseAmount2].");
    expect(marked("Use C++ or C#.", "c#")).toContain("[C#]");
  });

  it("returns the first line if it has none of the words", () => {
    expect(marked("\n\nFirst line.\nSecond line.", "zebra")).toBe("First line.");
    expect(marked("", "zebra")).toBe("");
  });

  it("cuts a long line between words, around the first found word", () => {
    const excerpt = marked(`${"before ".repeat(60)}zebra ${"after ".repeat(60)}`, "zebra");
    expect(excerpt).toMatch(/^…(?:before )+\[zebra\](?: after)+…$/);
    expect(excerpt.length).toBeLessThan(180);
  });

  it.each([
    ["a line of 160 characters whole", `${"x ".repeat(77)}zebra.`, (line: string) => line],
    [
      "a longer line from its start, if the word is near",
      `${"x".repeat(39)} zebra ${"y ".repeat(60)}`,
      (line: string) => `${line.slice(0, 159)}…`,
    ],
    [
      "a longer line from the next word, if the word is far",
      `${"x".repeat(40)} zebra ${"y ".repeat(60)}`,
      (line: string) => `…${line.slice(41)}`,
    ],
  ])("shows %s", (_, line, shown) => {
    const text = line.trimEnd();
    expect(
      excerptOf(text, "zebra")
        .map((part) => part.text)
        .join(""),
    ).toBe(shown(text));
  });

  it("is a part of one line of the text, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), fc.nat(300), (content, query, repeats) => {
        const text = `${content} `.repeat(repeats);
        const excerpt = excerptOf(text, query)
          .map((part) => part.text)
          .join("");
        const inner = excerpt.replace(/^…/, "").replace(/…$/, "");
        expect(text.includes(inner) || text.includes(excerpt)).toBe(true);
        expect(excerpt.isWellFormed()).toBe(true);
      }),
    );
  });
});
