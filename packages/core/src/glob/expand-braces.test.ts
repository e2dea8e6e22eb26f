import { expect, it } from "vitest";
import { expandBraces } from "./expand-braces.ts";

it("does not expand braces inside a character class, which can begin with a closing bracket", () => {
  expect(expandBraces("[]{a,b}].ts", 10)).toEqual(["[]{a,b}].ts"]);
  expect(expandBraces("[!]{a,b}].ts", 10)).toEqual(["[!]{a,b}].ts"]);
  expect(expandBraces("[^]{a,b}].ts", 10)).toEqual(["[^]{a,b}].ts"]);
  expect(expandBraces("[\\]{a,b}].ts", 10)).toEqual(["[\\]{a,b}].ts"]);
  expect(expandBraces("[x]{a,b}.ts", 10)).toEqual(["[x]a.ts", "[x]b.ts"]);
  expect(expandBraces("[x/{a,b}.ts", 10)).toEqual(["[x/a.ts", "[x/b.ts"]);
  // A slash ends the segment, and with it the class that is not closed.
  expect(expandBraces("[x/{a,b}]", 10)).toEqual(["[x/a]", "[x/b]"]);
});
