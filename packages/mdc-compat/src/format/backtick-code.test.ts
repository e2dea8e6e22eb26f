import * as fc from "fast-check";
import { expect, it } from "vitest";
import { codeTexts } from "../../test/code-texts.ts";
import { findBacktickCode } from "./backtick-code.ts";

it.each([
  ["no backticks", []],
  ["a `b` c", ["`b`"]],
  ["a `b", []],
  ["``` a `b", ["``", "` a `"]],
  ["```ts\na `b`\n```", ["```ts\na `b`\n```"]],
  ["`a``b`", ["`a`", "`b`"]],
  ["``a`b``", ["``a`b``"]],
  ["`````", ["````"]],
])("in %j the code is %j", (text, found) => {
  expect(findBacktickCode(text).map(([start, end]) => text.slice(start, end))).toEqual(found);
});

it("finds the same code as the regular expression of Gemini CLI", () => {
  const runs = fc.array(
    fc.oneof(
      fc.constantFrom("a", "\n"),
      fc.nat({ max: 9 }).map((length) => "`".repeat(length)),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        codeTexts,
        runs.map((parts) => parts.join("")),
      ),
      (text) => {
        const matches = Array.from(text.matchAll(/(`+)[^]*?\1/g), ({ 0: { length }, index }) => [index, index + length]);
        expect(findBacktickCode(text)).toEqual(matches);
      },
    ),
  );
});
