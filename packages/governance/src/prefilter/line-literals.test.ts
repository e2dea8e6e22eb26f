import { expect, it } from "vitest";
import { lineLiterals } from "./line-literals.ts";

it.each([
  ["\\beval ?\\(", "", ["eval(", "eval ("]],
  ["[\\w.-]{0,50}?stripe.*=", "i", ["stripe"]],
  ["^export default$", "m", ["export default"]],
  ["(['\"])secret\\S+\\1", "", ["'secret", '"secret']],
  ["\\p{L}+ key", "u", [" key"]],
])("lines that %s matches with the flags '%s' hold one of %j", (source, flags, literals) => {
  expect(lineLiterals(source, flags)?.toSorted()).toEqual(literals.toSorted());
});

it.each([
  ["eval\\s*\\(", ""],
  ['secret[^"]*', ""],
  ["secret\\W", ""],
  ["secret.x", "s"],
  ["(?s:secret.)x", ""],
  ["secret\\nx", ""],
  ["^secret", ""],
  ["secret$", ""],
  ["secret(?!.*x)", ""],
  ["(?<=x)secret", ""],
  ["\\w+", ""],
  ["secret[\\q{a\\n}]", "v"],
  ["(", ""],
])("nothing can be said of the lines of %s with the flags '%s'", (source, flags) => {
  expect(lineLiterals(source, flags)).toBeUndefined();
});
