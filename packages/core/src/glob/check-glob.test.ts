import { describe, expect, it } from "vitest";
import { checkGlob } from "./check-glob.ts";
import { matchesGlob, maxGlobLength } from "./glob.ts";

const location = { file: "a.md", line: 3, column: 8 };

describe("checkGlob", () => {
  it.each([
    ["glob/too-long", "error", "a".repeat(maxGlobLength + 1)],
    ["glob/too-complex", "error", "{a,b}".repeat(10)],
    ["glob/extglob", "warning", "+(+(a))"],
    ["glob/extglob", "warning", "src/!(a|b).ts"],
    ["glob/extglob", "warning", "?(a).ts"],
  ])("reports %s, with severity %s", (code, severity, glob) => {
    expect(checkGlob(glob, location)).toMatchObject({ code, severity, ...location });
  });

  it.each(["**/*.{ts,tsx}", "app/(shop)/page.tsx", "(a)", "{a"])("reports nothing about %s", (glob) => {
    expect(checkGlob(glob, location)).toBeUndefined();
  });
});

it("names the pattern, truncated if it is long", () => {
  expect(checkGlob("+(a).ts", location)?.message).toBe('The pattern "+(a).ts" uses extended globs, which are read literally.');
  const message = checkGlob(`${"x".repeat(80)}+(a)`, location)?.message;
  expect(message).toBe(`The pattern "${"x".repeat(57)}…" uses extended globs, which are read literally.`);
});

it("reads nested extended globs literally", () => {
  expect(matchesGlob("+(+(a))", "a".repeat(40))).toBe(false);
  expect(matchesGlob("+(+(a))", "+(+(a))")).toBe(true);
});
