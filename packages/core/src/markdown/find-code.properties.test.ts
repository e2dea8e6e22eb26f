import { Parser } from "commonmark";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../testing/arbitraries.ts";
import { findCode, findFences } from "./find-code.ts";
import type { Region } from "./region.ts";

const prefixes = ["", "", "", " ", "  ", "   ", "    ", "      ", "\t", "> ", ">", "- ", "-\t", "1. ", "2) "];

const contents =
  "```·````·`````·``` a·``` a`b·```\u00a0·~~~·~~~~·~~~ `·`a`·`a·b`·``a·\\`a`·a··# `t·---·--·===·-·* * *·<div>·</div>·<!-- a·-->·<pre>·</pre>";

/** Texts full of code, and of what begins or ends a block of Markdown. */
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

/** Words that come together in every way. */
const salad = fc
  .array(fc.oneof(fc.constantFrom(...contents.split("·"), ...prefixes, "|", "\n", "<a b='"), anyText))
  .map((parts) => parts.join(""));

it("code is what the reference implementation of CommonMark finds", () => {
  fc.assert(
    fc.property(texts, (written) => {
      // It takes a last line break that is no line feed for the beginning of another line.
      const text = written.replace(/[\r\n]+$/, "");
      const expected = readByReference(text);
      // Within a line, HTML and links are read by the reference alone.
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

it("parts of code never overlap, and each begins and ends with its marks", () => {
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

// Each of these takes the square of its length where a reader is careless, and that is longer than a test may take.
it.each(["`", "``a", "\\`", "```\n", "```\na\n```\nb\n", "- ", "> ", "-\n", "> - a\n", "<a ", "<!--", "|`", "=\n", "\t", "~"])(
  "a text is read in the time that its length takes: %j again and again",
  (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    expect(findCode(text).at(-1)?.[1] ?? 0).toBeLessThanOrEqual(text.length);
  },
);

/** The first and the last line of each block, the text of each span; undefined where there is what we don't read. */
function readByReference(text: string): readonly string[] | undefined {
  const code: string[] = [];
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    if (node.type === "html_inline" || node.type === "link") return undefined;
    if (node.type === "code") code.push(squeeze(node.literal ?? ""));
    // Only the fence has what stands behind it, if only nothing.
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

/** The marks of quotes stand between the lines of a span, for us. */
function squeeze(text: string): string {
  return text.replace(/[\s>]/g, "");
}
