import { expect, it } from "vitest";
import { quoteWord } from "./quote-word.ts";

it.each([
  ["src/a.ts", "src/a.ts"],
  ["--to=cursor,claude", "--to=cursor,claude"],
  ["", "''"],
  ["src/*.ts", "'src/*.ts'"],
  ["a b", "'a b'"],
  ["it's", "'it'\\''s'"],
])("%s is %s in a shell", (word, expected) => {
  expect(quoteWord(word)).toBe(expected);
});
