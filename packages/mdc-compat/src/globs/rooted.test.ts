import { matchesGlob, normalisePath, splitGlobs } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRootedGlob, toRootedGlobs } from "./rooted.ts";

describe("a pattern of Cursor's in the canonical language", () => {
  it.each([
    ["*.ts", "/*.ts"],
    ["tailwind.config.*", "/tailwind.config.*"],
    ["**/*.ts", "**/*.ts"],
    ["src/*.ts", "src/*.ts"],
    ["src/", "src/"],
    ["/*.ts", "/*.ts"],
    ["./*.ts", "/*.ts"],
    ["./src/*.ts", "src/*.ts"],
    ["./!/*.ts", "/!/*.ts"],
    ["**", "**"],
    ["*", "/*"],
    ["!*.ts", "!/*.ts"],
    ["!src/*.ts", "!src/*.ts"],
    ["!**", "!**"],
    ["*.{ts,tsx}", "/*.{ts,tsx}"],
  ])("`%s` is `%s`", (cursor, canonical) => {
    expect(fromRootedGlob(cursor)).toBe(canonical);
  });

  it("without a slash lies in the root of the project, and nowhere else", () => {
    expect(matchesGlob(fromRootedGlob("*.ts"), "a.ts")).toBe(true);
    expect(matchesGlob(fromRootedGlob("*.ts"), "src/a.ts")).toBe(false);
  });
});

describe("a canonical pattern in Cursor's words", () => {
  it.each<[string, readonly string[]]>([
    ["*.ts", ["**/*.ts"]],
    ["/*.ts", ["*.ts"]],
    ["//*.ts", ["*.ts"]],
    ["/src/*.ts", ["/src/*.ts"]],
    ["src/*.ts", ["src/*.ts"]],
    ["**/*.ts", ["**/*.ts"]],
    ["**", ["**"]],
    ["/", ["**"]],
    ["src/", ["src/"]],
    ["!*.ts", ["!**/*.ts"]],
    ["!/*.ts", ["!*.ts"]],
    ["*.{ts,tsx}", ["**/*.ts", "**/*.tsx"]],
    ["/{a,b}.ts", ["a.ts", "b.ts"]],
    ["{a,b/{c,d}}/*.ts", ["a/*.ts", "b/c/*.ts", "b/d/*.ts"]],
    ["!{a,b}/c", ["!a/c", "!b/c"]],
    ["src/[a,b].ts", ["src/[a,b].ts"]],
    ["src/[]{,].ts", ["src/[]{,].ts"]],
    ["src/a,b.ts", ["src/a\\,b.ts"]],
    ["src/{ts}", ["src/\\{ts\\}"]],
    ["src/{a", ["src/\\{a"]],
    ["src/a[", ["src/a\\["]],
    ["src/[!]a", ["src/\\[!]a"]],
    ["src/[^]a", ["src/\\[^]a"]],
    ["src/a\\", ["src/a\\\\"]],
    ["src/\\{a\\,b\\}", ["src/\\{a\\,b\\}"]],
    ["/[ab].ts", ["/[ab].ts"]],
    ["[ab]/*.ts", ["/[ab]/*.ts"]],
    ["/#a", ["/#a"]],
    ["/!a", ["/!a"]],
    ['/"a"', ['/"a"']],
    ["/null", ["/null"]],
    ["/~", ["/~"]],
    ["/ a", ["/ a"]],
    ["{a,}", ["**/a"]],
    ["/src/{a,}", ["/src/a", "src"]],
    ["", []],
    ["{,}", []],
    [".", []],
    ["{,}/", ["**", "**"]],
  ])("`%s` is %j", (canonical, cursor) => {
    expect(toRootedGlobs(canonical)).toEqual(cursor);
  });

  it("stays as it is where its braces explode, and matches nothing as before", () => {
    const bomb = `src/${"{a,b}".repeat(12)}`;
    expect(toRootedGlobs(bomb)).toEqual([bomb]);
    expect(matchesGlob(bomb, `src/${"a".repeat(12)}`)).toBe(false);
  });
});

/** Patterns with all signs that mean something, to a glob or to the line it is written on. */
const glob = fc
  .array(
    fc.constantFrom("a", "b", "ts", ".", "*", "**", "?", "/", "{", "}", ",", "[", "]", "!", "\\", "#", " ", '"', "'", "-", "~"),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const path = fc
  .array(
    fc.array(fc.constantFrom("a", "b", "ts", ".", ",", "{", "}", "[", "]", "\\", "#", " ", "!", "-", '"'), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((segments) => segments.map((parts) => parts.join("")).join("/"))
  .filter((joined) => normalisePath(joined) === joined);

function matchesAny(globs: readonly string[], file: string): boolean {
  return globs.some((one) => matchesGlob(one.replace(/^!/, ""), file));
}

describe("there and back", () => {
  it("a pattern of Cursor's matches the same files as before", () => {
    fc.assert(
      fc.property(glob, path, (cursor, file) => {
        const canonical = fromRootedGlob(cursor);
        expect(matchesAny(toRootedGlobs(canonical).map(fromRootedGlob), file)).toBe(matchesAny([canonical], file));
      }),
      { numRuns: 1000 },
    );
  });

  it("a canonical pattern matches the same files as before", () => {
    fc.assert(
      fc.property(glob, path, (canonical, file) => {
        expect(matchesAny(toRootedGlobs(canonical).map(fromRootedGlob), file)).toBe(matchesAny([canonical], file));
      }),
      { numRuns: 1000 },
    );
  });

  it("a pattern that takes files away still does, and no other one does", () => {
    fc.assert(
      fc.property(glob, (canonical) => {
        const back = toRootedGlobs(canonical).map(fromRootedGlob);
        expect(back.every((one) => one.startsWith("!") === canonical.startsWith("!"))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("plain patterns come back letter by letter", () => {
    const segment = fc.constantFrom("src", "a.ts", "*.ts", "*", "**", "[id]", "x?");
    const plain = fc.array(segment, { minLength: 2, maxLength: 4 }).map((segments) => segments.join("/"));
    fc.assert(
      fc.property(plain, (cursor) => {
        fc.pre(!cursor.startsWith("["));
        expect(toRootedGlobs(fromRootedGlob(cursor))).toEqual([cursor]);
      }),
    );
  });

  it("several patterns on one line are told apart again", () => {
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 4 }), (globs) => {
        const written = globs.flatMap(toRootedGlobs);
        fc.pre(written.every((one) => one.trimEnd() === one));
        expect(splitGlobs(written.join(","))).toEqual(written);
      }),
      { numRuns: 1000 },
    );
  });
});
