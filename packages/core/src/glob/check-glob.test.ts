import { describe, expect, it } from "vitest";
import { checkGlob } from "./check-glob.ts";
import { matchesGlob, maxGlobLength } from "./glob.ts";

const place = { file: "a.md", line: 3, column: 8 };

describe("what is reported about a pattern", () => {
  it.each([
    ["glob/too-long", "error", "a".repeat(maxGlobLength + 1)],
    ["glob/too-complex", "error", "{a,b}".repeat(10)],
    ["glob/extglob", "warning", "+(+(a))"],
    ["glob/extglob", "warning", "src/!(a|b).ts"],
    ["glob/extglob", "warning", "?(a).ts"],
  ])("%s, as %s", (code, severity, glob) => {
    expect(checkGlob(glob, place)).toMatchObject({ code, severity, ...place });
  });

  it.each(["**/*.{ts,tsx}", "app/(shop)/page.tsx", "(a)", "{a"])("nothing about %s", (glob) => {
    expect(checkGlob(glob, place)).toBeUndefined();
  });
});

it("names the pattern, cut where it is long", () => {
  expect(checkGlob("+(a).ts", place)?.message).toBe('The pattern "+(a).ts" uses extended globs, which are read literally.');
  const message = checkGlob(`${"x".repeat(80)}+(a)`, place)?.message;
  expect(message).toBe(`The pattern "${"x".repeat(57)}…" uses extended globs, which are read literally.`);
});

it("reports nested extended globs, which then match nothing but their own text", () => {
  expect(matchesGlob("+(+(a))", "a".repeat(40))).toBe(false);
  expect(matchesGlob("+(+(a))", "+(+(a))")).toBe(true);
});
