import { expect, it } from "vitest";
import { lineLiterals } from "./line-literals.ts";

it.each([
  ["\\beval ?\\(", "", ["eval(", "eval ("]],
  ["[\\w.-]{0,50}?stripe.*=", "i", ["stripe"]],
  ["^export default$", "m", ["export default"]],
  ["(['\"])secret\\S+\\1", "", ["'secret", '"secret']],
  ["\\p{L}+ key", "u", [" key"]],
])("a line with a match of %s with the flags '%s' contains one of %j", (source, flags, literals) => {
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
])("has no line literals: %s with the flags '%s'", (source, flags) => {
  expect(lineLiterals(source, flags)).toBeUndefined();
});
