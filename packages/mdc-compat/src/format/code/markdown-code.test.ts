import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeTexts } from "../../testing/code-texts.ts";
import { findMarkdownCode } from "./markdown-code.ts";

function codeIn(text: string): readonly string[] {
  return findMarkdownCode(text).map(([start, end]) => text.slice(start, end));
}

describe("a code span", () => {
  it.each([
    ["a `b` c `d`", ["`b`", "`d`"]],
    ["``a ` b``", ["``a ` b``"]],
    ["`a``b`", ["`a``b`"]],
    ["over `two\nlines`", ["`two\nlines`"]],
    ["over `two\r\nlines`", ["`two\r\nlines`"]],
    ["> in a `quote\n> of` two lines", ["`quote\n> of`"]],
    ["- an `item\nthat goes` on", ["`item\nthat goes`"]],
    ["`a\\` b`", ["`a\\`"]],
    ["\\``a`", ["`a`"]],
    ["\\\\`a`", ["`a`"]],
    ["# A `title`\ntext", ["`title`"]],
    ["| `a` | `b` |", ["`a`", "`b`"]],
    ["a line\n    `indented` in a paragraph", ["`indented`"]],
  ])("of %j is code", (text, code) => {
    expect(codeIn(text)).toEqual(code);
  });

  it.each([
    "a `b",
    "a `b``",
    "\\`a`",
    "one `paragraph\n\nand` another",
    "# A `title\nand` text",
    "Another `title\n---\nand` text",
    "- an `item\n- and` another",
    "> a `quote\n\nand` text",
    "a `line\n***\nand` another",
    "| a `cell | and` another |",
    "<div>\n`a`\n</div>",
    "<!-- a `b` -->",
    "    `a`",
  ])("is none in %j", (text) => {
    expect(codeIn(text)).toEqual([]);
  });
});

describe("a fenced block", () => {
  it.each([
    ["a\n```ts\nb\n```\nc", ["```ts\nb\n```\n"]],
    ["~~~\n```\n~~~\na", ["~~~\n```\n~~~\n"]],
    ["````\n```\n````", ["````\n```\n````"]],
    ["```\na\n`````\nb", ["```\na\n`````\n"]],
    ["   ```\na\n  ```\nb", ["   ```\na\n  ```\n"]],
    ["```\na\n\nb", ["```\na\n\nb"]],
    ["```\r\na\r\n```\r\nb", ["```\r\na\r\n```\r\n"]],
    ["```\ra\r```\rb", ["```\ra\r```\r"]],
    ["```\na\n    ```\n```\nb", ["```\na\n    ```\n```\n"]],
    ["- a\n\n  ```\n  b\n  ```\nc", ["  ```\n  b\n  ```\n"]],
    ["1. ```\n   a\n\nb", ["1. ```\n   a\n\n"]],
    ["-\t```\n\ta\n\t```\nb", ["-\t```\n\ta\n\t```\n"]],
    ["- a\n  - ```\n    b\n    ```\n  - c", ["  - ```\n    b\n    ```\n"]],
    ["> ```\n> a\nb", ["> ```\n> a\n"]],
    ["> - ```\n>   a\n>   ```\n> b", ["> - ```\n>   a\n>   ```\n"]],
    ["<div>\n\n```\na\n```\n</div>", ["```\na\n```\n"]],
    ["<b>a</b> text\n```\nb\n```\n", ["```\nb\n```\n"]],
  ])("of %j is code", (text, code) => {
    expect(codeIn(text)).toEqual(code);
  });

  it.each(["a\n\n    ```\n    b", "``` a`b\nc", "2) a\n<pre>\n```\nb\n```\n</pre>", "a\n2) ```\nb"])("is none in %j", (text) => {
    expect(codeIn(text)).toEqual([]);
  });
});

it("parts of code never overlap, and each begins and ends with its marks", () => {
  fc.assert(
    fc.property(codeTexts, (text) => {
      let last = 0;
      for (const [start, end] of findMarkdownCode(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(text.slice(start, end)).toMatch(/^(?:(`+)[^]*\1|[^`~]*(?:```|~~~)[^]*)$/);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 1000 },
  );
});

it("lists within lists without end are read no deeper than somebody may write them", () => {
  expect(codeIn(`${"- ".repeat(64)}\`a\``)).toEqual(["`a`"]);
  expect(codeIn(`${"> ".repeat(50_000)}\`a\`${"\n".repeat(50_000)}`)).toEqual(["`a`"]);
});
