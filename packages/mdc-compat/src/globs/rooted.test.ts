import { matchesGlob, normalisePath, splitGlobs } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRootedGlob, toRootedGlobs } from "./rooted.ts";

describe("a Cursor pattern in Precept's syntax", () => {
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

  it("without a slash matches in the root directory only", () => {
    expect(matchesGlob(fromRootedGlob("*.ts"), "a.ts")).toBe(true);
    expect(matchesGlob(fromRootedGlob("*.ts"), "src/a.ts")).toBe(false);
  });
});

describe("a pattern in Cursor's syntax", () => {
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

  it("is not converted if its braces have too many alternatives, and still matches nothing", () => {
    const bomb = `src/${"{a,b}".repeat(12)}`;
    expect(toRootedGlobs(bomb)).toEqual([bomb]);
    expect(matchesGlob(bomb, `src/${"a".repeat(12)}`)).toBe(false);
  });
});

/** Patterns with all characters that are special in patterns or in lists of them. */
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

describe("round trips", () => {
  it("a Cursor pattern matches the same files", () => {
    fc.assert(
      fc.property(glob, path, (cursor, file) => {
        const canonical = fromRootedGlob(cursor);
        expect(matchesAny(toRootedGlobs(canonical).map(fromRootedGlob), file)).toBe(matchesAny([canonical], file));
      }),
    );
  });

  it("a pattern in Precept's syntax matches the same files", () => {
    fc.assert(
      fc.property(glob, path, (canonical, file) => {
        expect(matchesAny(toRootedGlobs(canonical).map(fromRootedGlob), file)).toBe(matchesAny([canonical], file));
      }),
    );
  });

  it("exclusions stay exclusions, and other patterns do not become exclusions", () => {
    fc.assert(
      fc.property(glob, (canonical) => {
        const back = toRootedGlobs(canonical).map(fromRootedGlob);
        expect(back.every((one) => one.startsWith("!") === canonical.startsWith("!"))).toBe(true);
      }),
    );
  });

  it("plain patterns stay the same", () => {
    const segment = fc.constantFrom("src", "a.ts", "*.ts", "*", "**", "[id]", "x?");
    const plain = fc.array(segment, { minLength: 2, maxLength: 4 }).map((segments) => segments.join("/"));
    fc.assert(
      fc.property(plain, (cursor) => {
        fc.pre(!cursor.startsWith("["));
        expect(toRootedGlobs(fromRootedGlob(cursor))).toEqual([cursor]);
      }),
    );
  });

  it("a comma-separated list is split into the same patterns", () => {
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 4 }), (globs) => {
        const written = globs.flatMap(toRootedGlobs);
        fc.pre(written.every((one) => one.trimEnd() === one));
        expect(splitGlobs(written.join(","))).toEqual(written);
      }),
    );
  });
});
