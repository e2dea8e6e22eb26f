import { describe, expect, it } from "vitest";
import { maskSecret, SecretRedactor } from "./secret-redactor.ts";

describe("a secret", () => {
  it("is known by a quarter of it, and never by more than four characters", () => {
    expect(["", "abc", "abcd", "abcdefgh", "a".repeat(40)].map(maskSecret)).toEqual(["…", "…", "a…", "ab…", "aaaa…"]);
  });

  it("is hidden wherever it is, the longer one first, and line by line where it has several", () => {
    const secrets = new SecretRedactor(["abcdef", "abcdefgh", "first line\r\n  second line"]);
    expect(secrets.redact("x=abcdefgh, y=abcdef, second line; $&")).toBe("x=ab…, y=a…, se…; $&");
  });

  it("that is as short as a word is not looked for elsewhere", () => {
    expect(new SecretRedactor(["abc", " a "]).redact("abc a")).toBe("abc a");
  });
});
