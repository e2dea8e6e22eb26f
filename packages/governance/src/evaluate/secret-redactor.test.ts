import { describe, expect, it } from "vitest";
import { createRedactor, maskSecret } from "./secret-redactor.ts";

describe("a secret", () => {
  it("shows a quarter of its characters, at most four", () => {
    expect(["", "abc", "abcd", "abcdefgh", "a".repeat(40)].map(maskSecret)).toEqual(["…", "…", "a…", "ab…", "aaaa…"]);
  });

  it("is redacted everywhere, longer secrets first, and line by line", () => {
    const redact = createRedactor(["abcdef", "abcdefgh", "first line\r\n  second line"]);
    expect(redact("x=abcdefgh, y=abcdef, second line; $&")).toBe("x=ab…, y=a…, se…; $&");
  });

  it("of fewer than four characters is not redacted elsewhere", () => {
    expect(createRedactor(["abc", " a "])("abc a")).toBe("abc a");
  });
});

it.each([
  ["abc", "abc"],
  ["abcd", "a…"],
  ["  abc  ", "  abc  "],
])("redacts from four characters: %j", (secret, shown) => {
  expect(createRedactor([secret])(secret)).toBe(shown);
});
