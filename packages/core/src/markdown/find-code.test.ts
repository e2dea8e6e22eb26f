import { describe, expect, it } from "vitest";
import { findCode, findFences } from "./find-code.ts";

function codeIn(text: string): readonly string[] {
  return findCode(text).map(([start, end]) => text.slice(start, end));
}

describe("code spans", () => {
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
    ["> a `quote\n===\nand` its text", ["`quote\n===\nand`"]],
    ["===\n    `indented` in a paragraph", ["`indented`"]],
  ])("finds the code in %j", (text, code) => {
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
  ])("finds no code in %j", (text) => {
    expect(codeIn(text)).toEqual([]);
  });
});

describe("fenced blocks", () => {
  it.each([
    ["a\n```ts\nb\n```\nc", ["```ts\nb\n```\n"]],
    ["~~~\n```\n~~~\na", ["~~~\n```\n~~~\n"]],
    ["````\n```\n````", ["````\n```\n````"]],
    ["```\na\n`````\nb", ["```\na\n`````\n"]],
    ["   ```\na\n  ```\nb", ["   ```\na\n  ```\n"]],
    ["```\na\n\nb", ["```\na\n\nb"]],
    ["```\r\na\r\n```\r\nb", ["```\r\na\r\n```\r\n"]],
    ["```\ra\r```\rb", ["```\ra\r```\r"]],
    ["```\na\n```\u00a0\nb", ["```\na\n```\u00a0\nb"]],
    ["~~~ a`b\nc\n~~~\nd", ["~~~ a`b\nc\n~~~\n"]],
    ["-\n  ```\n  a\nb", ["  ```\n  a\n"]],
    ["```\na\n    ```\n```\nb", ["```\na\n    ```\n```\n"]],
    ["- a\n\n  ```\n  b\n  ```\nc", ["  ```\n  b\n  ```\n"]],
    ["1. ```\n   a\n\nb", ["1. ```\n   a\n\n"]],
    ["-\t```\n\ta\n\t```\nb", ["-\t```\n\ta\n\t```\n"]],
    ["- a\n  - ```\n    b\n    ```\n  - c", ["  - ```\n    b\n    ```\n"]],
    ["> ```\n> a\nb", ["> ```\n> a\n"]],
    ["> - ```\n>   a\n>   ```\n> b", ["> - ```\n>   a\n>   ```\n"]],
    ["<div>\n\n```\na\n```\n</div>", ["```\na\n```\n"]],
    ["<b>a</b> text\n```\nb\n```\n", ["```\nb\n```\n"]],
  ])("finds the code in %j", (text, code) => {
    expect(codeIn(text)).toEqual(code);
  });

  it.each(["a\n\n    ```\n    b", "``` a`b\nc", "2) a\n<pre>\n```\nb\n```\n</pre>", "a\n2) ```\nb", "-\n\n      ```"])(
    "finds no code in %j",
    (text) => {
      expect(codeIn(text)).toEqual([]);
    },
  );
});

it("limits the nesting of containers", () => {
  expect(codeIn(`${"- ".repeat(64)}\`a\``)).toEqual(["`a`"]);
  expect(codeIn(`${"> ".repeat(50_000)}\`a\`${"\n".repeat(50_000)}`)).toEqual(["`a`"]);
});

it("starts at an offset, and returns offsets in the whole text", () => {
  const text = "---\nname: `a`\n---\n`b`\n";
  expect(findCode(text, 18)).toEqual([[18, 21]]);
});

it("finds only fenced blocks if asked to", () => {
  expect(findFences("`a`\n```\nb\n```\n`c`")).toEqual([[4, 14]]);
  expect(findFences("`a`")).toEqual([]);
});
