import { Parser } from "commonmark";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../test/arbitraries.ts";
import { findCode, findFences } from "./find-code.ts";
import type { Region } from "./code-spans.ts";

const prefixes = ["", "", "", " ", "  ", "   ", "    ", "      ", "\t", "> ", ">", "- ", "-\t", "1. ", "2) "];

const contents =
  "```·````·`````·``` a·``` a`b·```\u00a0·~~~·~~~~·~~~ `·`a`·`a·b`·``a·\\`a`·a··# `t·---·--·===·-·* * *·<div>·</div>·<!-- a·-->·<pre>·</pre>";

/** Markdown with many code spans and block borders. */
const texts = fc
  .array(
    fc.tuple(
      fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }),
      fc.constantFrom(...contents.split("·")),
      fc.constantFrom("\n", "\n", "\n", "\r\n", "\r"),
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.map(([prefix, content, end]) => prefix.join("") + content + end).join(""));

/** Fragments in every combination. */
const salad = fc
  .array(fc.oneof(fc.constantFrom(...contents.split("·"), ...prefixes, "|", "\n", "<a b='"), anyText))
  .map((parts) => parts.join(""));

it("finds the same code as the reference implementation of CommonMark", () => {
  fc.assert(
    fc.property(texts, (written) => {
      // The reference reads a final line break other than a line feed as the start of another line.
      const text = written.replace(/[\r\n]+$/, "");
      const expected = readByReference(text);
      // Only the reference parses inline HTML and links.
      fc.pre(expected !== undefined);
      const fences = new Set(findFences(text).map(([start]) => start));
      const found = findCode(text).map((region) =>
        fences.has(region[0]) ? linesOf(text, region) : spanOf(text.slice(...region)),
      );
      expect(found).toEqual(expected);
    }),
    { numRuns: 10_000 },
  );
});

it("returns ranges that do not overlap and begin and end with their delimiters", () => {
  fc.assert(
    fc.property(fc.oneof(texts, salad), (text) => {
      let last = 0;
      for (const [start, end] of findCode(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(text.slice(start, end)).toMatch(/^(?:(`+)[^]*\1|[^`~]*(?:```|~~~)[^]*)$/);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 10_000 },
  );
});

// Each of these texts takes quadratic time in a naive parser, longer than the test timeout.
it.each(["`", "``a", "\\`", "```\n", "```\na\n```\nb\n", "- ", "> ", "-\n", "> - a\n", "<a ", "<!--", "|`", "=\n", "\t", "~"])(
  "a text is read in the time that its length takes: %j again and again",
  (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    expect(findCode(text).at(-1)?.[1] ?? 0).toBeLessThanOrEqual(text.length);
  },
);

/** The first and last line of each block and the text of each span; undefined if the text has inline HTML or links. */
function readByReference(text: string): readonly string[] | undefined {
  const code: string[] = [];
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    if (node.type === "html_inline" || node.type === "link") return undefined;
    if (node.type === "code") code.push(squeeze(node.literal ?? ""));
    // Only fenced blocks have an info string, which can be empty.
    if (node.type === "code_block" && node.info !== null) code.push(`${node.sourcepos[0][0]} to ${node.sourcepos[1][0]}`);
  }
  return code;
}

function linesOf(text: string, [start, end]: Region): string {
  return `${lineAt(text, start)} to ${lineAt(text, start + text.slice(start, end).replace(/(?:\r\n|\r|\n)$/, "").length)}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

function spanOf(code: string): string {
  const marks = /^`+/.exec(code)?.[0].length ?? 0;
  return squeeze(code.slice(marks, -marks));
}

/** Removes quote markers, which our spans include between lines. */
function squeeze(text: string): string {
  return text.replace(/[\s>]/g, "");
}
