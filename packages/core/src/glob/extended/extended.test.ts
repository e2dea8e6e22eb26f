import { beforeAll, describe, expect, it } from "vitest";
import { GlobIndex } from "../glob-index.ts";
import { matchesGlob } from "../glob.ts";
import { compileExtended } from "./compile.ts";
import { loadExtendedGlobs } from "./load.ts";

beforeAll(loadExtendedGlobs);

/** Whether the pattern matches the path, alone and in an index. */
function matches(glob: string, path: string): boolean {
  const index = new GlobIndex<string>();
  index.add(glob, "", "use");
  const alone = matchesGlob(glob, path);
  expect(index.match([path.split("/")]).length > 0).toBe(alone);
  return alone;
}

it.each([1, 2, 3, 4, 5, 6])("a pattern that ends with %i backslashes is read to its end", (count) => {
  const text = "\\".repeat(Math.ceil(count / 2));
  const matcher = compileExtended(`+(a|(b${"\\".repeat(count)}`);
  expect([matcher?.matches(`+(a|(b${text}`), matcher?.matches(`+(a|(b[${text}]`)]).toEqual([true, false]);
});

describe("extended globs", () => {
  it.each<[glob: string, matching: readonly string[], other: readonly string[]]>([
    ["src/*.@(ts|tsx)", ["src/a.ts", "src/a.tsx"], ["src/a.js", "a.ts"]],
    ["*.@(ts|tsx)", ["a.ts", "src/deep/a.tsx"], ["a.js"]],
    ["@(src/app|lib)/**/*.ts", ["src/app/a.ts", "lib/a/b.ts"], ["src/a.ts", "app/a.ts"]],
    ["a?(b|c).ts", ["a.ts", "ab.ts", "ac.ts"], ["abc.ts"]],
    ["+(ab|c).ts", ["ab.ts", "cabc.ts"], [".ts", "a.ts"]],
    ["x*(ab).ts", ["x.ts", "xabab.ts"], ["xa.ts"]],
    ["!(*.test).ts", ["a.ts", "src/a.ts"], ["a.test.ts", "src/a.test.ts"]],
    ["src/!(generated|vendor)/**/*.ts", ["src/a/b.ts", "src/a/b/c.ts"], ["src/vendor/b.ts", "src/b.ts"]],
    ["+(a/b|c)/*.ts", ["a/b/x.ts", "c/x.ts"], ["a/x.ts", "x.ts"]],
    ["**/+(a/b)/**", ["a/b/x", "c/d/a/b/x/y"], ["a/b", "a/x"]],
    ["{+(a|b),c}/x.ts", ["ab/x.ts", "c/x.ts"], ["cc/x.ts"]],
    ["+({a,b}|c).ts", ["abc.ts"], ["ad.ts"]],
    ["[[:digit:]]*.sql", ["1_init.sql", "db/2.sql"], ["init.sql"]],
    ["[![:upper:]_]*", ["a"], ["A", "_a"]],
    ["app/(shop)/+(a|b).tsx", ["app/(shop)/ab.tsx"], ["app/shop/ab.tsx"]],
    ["@((shop)|admin)/*", ["(shop)/a", "admin/a"], ["shop/a"]],
    ["+(a|b)+$.ts", ["ab+$.ts"], ["aa.ts", "a+.ts"]],
    ["\\+(a).ts", ["+(a).ts"], ["a.ts"]],
    ["+(a.ts", ["+(a.ts"], ["a.ts"]],
    ["+(a)?.ts", ["aab.ts"], ["a.ts"]],
    ["+(?).ts", ["ab.ts"], [".ts"]],
    ["+(?(a)b).ts", ["abb.ts"], ["aa.ts"]],
    ["[[:alpha:]]..ts", ["a..ts"], ["aa.ts"]],
    ["+(😀|é).ts", ["😀é.ts"], ["e.ts"]],
  ])("matches %s", (glob, matching, other) => {
    expect(matching.filter((path) => !matches(glob, path))).toEqual([]);
    expect(other.filter((path) => matches(glob, path))).toEqual([]);
  });
});
