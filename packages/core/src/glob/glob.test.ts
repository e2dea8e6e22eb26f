import { describe, expect, it } from "vitest";
import { isExclusion, matchesGlob, maxAlternatives, maxGlobLength, parseGlob } from "./glob.ts";

describe("matchesGlob", () => {
  it.each([
    // glob, matches, does not match
    ["*.ts", ["a.ts", "src/deep/a.ts", ".ts"], ["a.tsx", "a.ts/b"]],
    ["Makefile", ["Makefile", "src/Makefile"], ["makefile", "Makefile/a"]],
    ["/*.ts", ["a.ts"], ["src/a.ts"]],
    ["./*.ts", ["a.ts"], ["src/a.ts"]],
    ["./src/*.ts", ["src/a.ts"], ["lib/src/a.ts", "src/b/a.ts"]],
    ["src/*.ts", ["src/a.ts", "src/.a.ts"], ["src/b/a.ts", "lib/src/a.ts"]],
    ["src/**", ["src/a.ts", "src/b/c/.env"], ["src", "lib/src/a.ts", "srcs/a.ts"]],
    ["src/*/**", ["src/b/a.ts", "src/b/c/a.ts"], ["src/a.ts"]],
    ["**/.", [], ["a", "a/b"]],
    ["src/", ["src/a.ts", "src/b/c.ts"], ["lib/src/a.ts"]],
    ["/", ["a.ts", "src/a.ts"], []],
    ["./", ["a.ts", "src/a.ts"], []],
    ["src//a.ts", ["src/a.ts"], []],
    ["src/./a.ts", ["src/a.ts"], []],
    ["**/test/**", ["test/a.ts", "src/test/b/a.ts"], ["src/tests/a.ts"]],
    ["src/**/*.ts", ["src/a.ts", "src/b/c/a.ts"], ["a.ts", "src/a.js"]],
    ["a/**/b/**/c", ["a/b/c", "a/x/b/y/z/c"], ["a/c", "a/b"]],
    ["**/**/a.ts", ["a.ts", "b/a.ts"], []],
    ["**", ["a", "a/.b/c"], []],
    ["a**.ts", ["a.ts", "ab.ts"], ["a/b.ts/c"]],
    ["src/?.ts", ["src/a.ts", "src/é.ts", "src/😀.ts"], ["src/ab.ts", "src/.ts"]],
    ["*_test.go", ["a_test.go", "x/_test.go"], ["test.go"]],
    ["ab*bc", ["abbc", "abxbc"], ["abc", "ab", "xabbc"]],
    ["a*b*c", ["abc", "axbxc", "abbc"], ["ac", "acb", "abcx"]],
    ["a*bb*b", ["abbb", "axbbxb"], ["abb", "axb"]],
    ["a*b*b*c", ["abbc", "axbxbxc"], ["abc"]],
    ["**/a/*/b", ["a/x/b", "a/a/x/b", "y/a/a/b"], ["a/b", "a/x/y/b"]],
    ["a/**/b", ["a/b", "a/b/b", "a/a/b"], ["b", "a", "x/a/b"]],
  ])("%s", (glob, matching, others) => {
    expect(matching.filter((path) => !matchesGlob(glob, path))).toEqual([]);
    expect(others.filter((path) => matchesGlob(glob, path))).toEqual([]);
  });
});

describe("braces, classes and escapes", () => {
  it.each([
    ["*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.js", "a.{ts,tsx}"]],
    ["{src,lib}/**/*.{ts,{m,c}js}", ["src/a.ts", "lib/b/a.mjs", "src/a.cjs"], ["src/a.js", "test/a.ts"]],
    ["{src/a,lib}/b.ts", ["src/a/b.ts", "lib/b.ts"], ["src/b.ts"]],
    ["a{,b}.ts", ["a.ts", "ab.ts"], ["b.ts"]],
    ["{a}.ts", ["{a}.ts"], ["a.ts"]],
    ["{a,b.ts", ["{a,b.ts"], ["a.ts", "b.ts"]],
    ["\\{a,b}.ts", ["{a,b}.ts"], ["a.ts"]],
    ["\\{a,b}", ["{a,b}"], ["a", "b"]],
    ["[a-c].ts", ["a.ts", "b.ts"], ["d.ts", "-.ts"]],
    ["[!a-c].ts", ["d.ts"], ["a.ts"]],
    ["[^a].ts", ["b.ts"], ["a.ts"]],
    ["[]x].ts", ["].ts", "x.ts"], ["a.ts"]],
    ["[a-].ts", ["-.ts", "a.ts"], ["b.ts"]],
    ["[{,}].ts", ["{.ts", ",.ts"], ["a.ts"]],
    ["[😀é].ts", ["😀.ts", "é.ts"], ["a.ts"]],
    ["[a.ts", ["[a.ts"], ["a.ts"]],
    ["\\*.ts", ["*.ts"], ["a.ts"]],
    ["\\[id\\].ts", ["[id].ts"], ["i.ts"]],
    ["a\\", ["a\\"], ["a"]],
    ["[a\\-z].ts", ["a.ts", "-.ts", "z.ts"], ["b.ts", "\\.ts"]],
    ["[\\a].ts", ["a.ts"], ["\\.ts"]],
    ["[a-cx-z].ts", ["b.ts", "x.ts", "y.ts"], ["d.ts", "-.ts"]],
    ["[ab]*c*d", ["acd", "bxcxcd"], ["cd", "acx", "adc"]],
    ["*[ab]*", ["a", "xb", "xax", "bb"], ["", "x"]],
    ["[a]*", ["a", "ab"], ["b"]],
  ])("%s", (glob, matching, others) => {
    expect(matching.filter((path) => !matchesGlob(glob, path))).toEqual([]);
    expect(others.filter((path) => matchesGlob(glob, path))).toEqual([]);
  });
});

it("reads parentheses of route groups as ordinary characters", () => {
  expect(matchesGlob("app/(shop)/*/page.tsx", "app/(shop)/cart/page.tsx")).toBe(true);
  expect(matchesGlob("app/(shop)/\\[id\\]/page.tsx", "app/(shop)/[id]/page.tsx")).toBe(true);
  expect(matchesGlob("app/@modal/*.tsx", "app/@modal/a.tsx")).toBe(true);
  expect(matchesGlob("\\+(a|b).ts", "+(a|b).ts")).toBe(true);
});

it("matches only below the base, if one is given", () => {
  expect(matchesGlob("*.ts", "packages/web/src/a.ts", "packages/web")).toBe(true);
  expect(matchesGlob("/src/*.ts", "packages/web/src/a.ts", "packages/web")).toBe(true);
  expect(matchesGlob("*.ts", "packages/api/a.ts", "packages/web")).toBe(false);
  expect(matchesGlob("*.ts", "packages/webs/a.ts", "packages/web")).toBe(false);
});

it("reads special characters in the base literally", () => {
  expect(matchesGlob("*.ts", "app/[id]/a.ts", "app/[id]")).toBe(true);
  expect(matchesGlob("*.ts", "app/i/a.ts", "app/[id]")).toBe(false);
});

it("recognises an exclusion by its exclamation mark, unless it is escaped", () => {
  expect(isExclusion("!src/**")).toBe(true);
  expect(isExclusion("\\!src/**")).toBe(false);
  expect(isExclusion("!(a|b).ts")).toBe(false);
  expect(isExclusion("!(a|b.ts")).toBe(true);
  expect(matchesGlob("\\!a.ts", "!a.ts")).toBe(true);
});

describe("limits", () => {
  it("accepts as many alternatives as the limit, and rejects more", () => {
    const names = Array.from({ length: maxAlternatives }, (_, at) => at.toString(36));
    expect(parseGlob(`{${names.join(",")}}.ts`)).toHaveLength(maxAlternatives);
    expect(parseGlob(`{${names.join(",")},one-more}.ts`)).toBeUndefined();
    expect(parseGlob("{a,b}".repeat(10))).toBeUndefined();
    expect(parseGlob("{a,b}".repeat(9))).toHaveLength(512);
    expect(matchesGlob("{a,b}".repeat(10), "aaaaaaaaaa")).toBe(false);
  });

  it("counts nested alternatives, and rejects too long patterns", () => {
    expect(parseGlob("{a".repeat(999) + ",}".repeat(999))).toHaveLength(1000);
    expect(parseGlob("{a".repeat(1000) + ",}".repeat(1000))).toBeUndefined();
    expect(parseGlob("a".repeat(maxGlobLength + 1))).toBeUndefined();
    expect(parseGlob("a".repeat(maxGlobLength))).toHaveLength(1);
  });

  it.each([
    ["many stars", `${"*a".repeat(1000)}b`, "a".repeat(5000)],
    ["many globstars", `${"**/a/".repeat(500)}b`, "a/".repeat(500) + "c"],
    ["stars in every segment", "*a*a*a*a*/".repeat(100) + "z", `${"a".repeat(50)}/`.repeat(100) + "y"],
    ["unclosed braces", "{".repeat(4000), "a"],
    ["unclosed classes", "[".repeat(4000), "a"],
    ["nested groups", "+(+(a))".repeat(400), "a".repeat(400)],
  ])("matches in bounded time: %s", (_, glob, path) => {
    expect(matchesGlob(glob, path)).toBe(false);
  });
});
