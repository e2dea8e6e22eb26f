import { findCode } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claudeSpec } from "../tools/claude/spec.ts";
import { geminiImports } from "../tools/gemini/stray-imports.ts";
import { codeTexts } from "../../test/code-texts.ts";
import type { ImportSpec } from "../model/spec.ts";
import { escapeImports, findImports, hasImports } from "./imports.ts";

/** Every word with a leading @ outside of Markdown code. */
const anyWord: ImportSpec = { pattern: () => /(?<![^\s])@(\S+)/g, source: "" };

/** As in https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/utils/memoryImportProcessor.ts */
function findGeminiImports(text: string): readonly string[] {
  const isBlank = (character = "\n"): boolean => " \t\r\n".includes(character);
  const code = Array.from(text.matchAll(/(`+)([\s\S]*?)\1/g), (match) => [match.index, match.index + match[0].length] as const);
  const found: string[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let end = at + 1;
    while (end < text.length && !isBlank(text[end])) end += 1;
    const path = text.slice(at + 1, end);
    const isInCode = code.some(([from, to]) => from <= at && at < to);
    if (isBlank(text[at - 1]) && /^[./A-Za-z]/.test(path) && !isInCode) found.push(path);
  }
  return found;
}

/** Whether the escaped text differs from the text only by added backticks. */
function onlyAddsBackticks(text: string, escaped: string): boolean {
  let at = 0;
  for (const character of escaped) {
    if (character === text.charAt(at)) at += 1;
    else if (character !== "`") return false;
  }
  return at === text.length;
}

describe("for Gemini CLI", () => {
  it("finds the same imports as the tool", () => {
    fc.assert(
      fc.property(codeTexts, (text) => {
        expect(hasImports(text, geminiImports)).toBe(findGeminiImports(text).length > 0);
        expect(findImports(text, geminiImports)).toHaveLength(findGeminiImports(text).length);
      }),
      { numRuns: 2000 },
    );
  });

  it("an escaped text has no imports, differs only by backticks, and is not escaped again", () => {
    fc.assert(
      fc.property(codeTexts, (text) => {
        const escaped = escapeImports(text, geminiImports);
        expect(findGeminiImports(escaped)).toEqual([]);
        expect(onlyAddsBackticks(text, escaped)).toBe(true);
        expect(escapeImports(escaped, geminiImports)).toBe(escaped);
        expect(escaped === text).toBe(findGeminiImports(text).length === 0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["@Override", "`@Override`"],
    ["Use @vue/test-utils and @apply.", "Use `@vue/test-utils` and `@apply.`"],
    ["a\t@x\r\n@y", "a\t`@x`\r\n`@y`"],
    // Gemini CLI does not recognise code fences with tildes.
    ["~~~\n@x\n~~~", "~~~\n`@x`\n~~~"],
    ["```\n@x\n```\n@y", "```\n@x\n```\n`@y`"],
    ["    ```\n    @x\n    ```", "    ```\n    @x\n    ```"],
    ["`over\n\nlines @x` @y", "`over\n\nlines @x` `@y`"],
    // The fence is not closed, so this is not code.
    ["```\n@x", "```\n`@x`"],
    ["\\`@x \\` @y", "\\`@x \\` `@y`"],
    ["a ` b @x", "a ` b ``@x``"],
    ["@x`", "``@x``"],
    ["@x`y @z`", "`@x``y @z`"],
    ["@x``y @z``", "``@x````y @z``"],
    ["a@b.c (@x) @1 @- @\u00FC \u00A0@x `@x`", undefined],
  ])("%j becomes %j", (text, escaped = text) => {
    expect(escapeImports(text, geminiImports)).toBe(escaped);
  });
});

describe("for a tool that recognises Markdown code", () => {
  it.each([
    ["@x", "`@x`"],
    ["(@x)", "(@x)"],
    ["~~~\n@x\n~~~\n@y", "~~~\n@x\n~~~\n`@y`"],
    ["```\n@x\n```\n@y", "```\n@x\n```\n`@y`"],
    ["- a\n  ```\n  @x\n  ```\n@y", "- a\n  ```\n  @x\n  ```\n`@y`"],
    ["> ```\n> @x\n@y", "> ```\n> @x\n`@y`"],
    ["```\n@x", "```\n@x"],
    ["``` `\n@x", "``` `\n``@x``"],
    ["`over\nlines @x` @y", "`over\nlines @x` `@y`"],
    ["`over\n\nlines @x` @y", "`over\n\nlines ``@x`` ``@y``"],
    ["\\`a @x\\`", "\\`a ``@x\\``"],
    ["@x` y", "``@x`` y"],
    ["@x```y @z``` @y", "```@x``````y @z``` `@y`"],
  ])("%j becomes %j", (text, escaped) => {
    expect(escapeImports(text, anyWord)).toBe(escaped);
  });

  it("finds imports after punctuation", () => {
    expect(escapeImports("**@x** and (@y), not a@b.c", claudeSpec.imports ?? anyWord)).toBe("**`@x`** and (`@y`), not a@b.c");
  });

  it("an escaped text has no imports, differs only by backticks, and is not escaped again", () => {
    fc.assert(
      fc.property(codeTexts, (text) => {
        const escaped = escapeImports(text, anyWord);
        const code = findCode(escaped);
        for (const { index } of escaped.matchAll(/(?<!\S)@\S/g)) {
          expect(code.some(([from, to]) => from <= index && index < to)).toBe(true);
        }
        expect(onlyAddsBackticks(text, escaped)).toBe(true);
        expect(escapeImports(escaped, anyWord)).toBe(escaped);
        expect(escaped === text).toBe(!hasImports(text, anyWord));
      }),
      { numRuns: 2000 },
    );
  });

  it("with balanced backticks, code does not change and paragraphs do not affect each other", () => {
    const paragraph = fc.constantFrom(
      ["@x and @y", "`@x` and `@y`"],
      ["`@x` @y", "`@x` `@y`"],
      ["a `b\n@c` @d", "a `b\n@c` `@d`"],
      ["```\n@x\n```", "```\n@x\n```"],
      ["- a\n  ~~~\n  @x\n  ~~~", "- a\n  ~~~\n  @x\n  ~~~"],
      ["@x`@y`", "`@x``@y`"],
      ["@x``y @z``", "``@x````y @z``"],
    );
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 6 }), (paragraphs) => {
        const [text, expected] = [0, 1].map((at) => paragraphs.map((one) => one[at]).join("\n\n"));
        expect(escapeImports(text ?? "", anyWord)).toBe(expected);
      }),
    );
  });
});

it("escapes words in code too if the added backticks would end the code", () => {
  const text = "\t ~~~@1`` @y~~~` @y~~~`";
  expect(escapeImports(text, geminiImports)).toBe("\t ~~~@1`` `@y~~~`` `@y~~~``");
});
