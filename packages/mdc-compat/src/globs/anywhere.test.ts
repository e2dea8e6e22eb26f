import { matchesGlob, normalisePath } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromAnywhereGlob, splitAnywhereGlobs, toAnywhereGlobs } from "./anywhere.ts";

describe("a list of patterns", () => {
  it.each<[string, readonly string[]]>([
    ["**/*.ts,**/*.tsx", ["**/*.ts", "**/*.tsx"]],
    [" **/*.ts ,, docs/*.md, ", ["**/*.ts", "docs/*.md"]],
    ["**/*.{ts,tsx},*.md", ["**/*.{ts,tsx}", "*.md"]],
    ["src/[a,b].ts,c", ["src/[a,b].ts", "c"]],
    ["{a,{b,c},d},e", ["{a,{b,c}", "d}", "e"]],
    ["{a,b", ["{a,b"]],
    ["a\\,b", ["a\\", "b"]],
    ["", []],
    [" , ", []],
  ])("`%s` is %j", (list, patterns) => {
    expect(splitAnywhereGlobs(list)).toEqual(patterns);
  });
});

describe("a VS Code pattern in Precept's syntax", () => {
  it.each([
    ["*.ts", "**/*.ts"],
    ["src/*.ts", "**/src/*.ts"],
    ["src/**", "**/src/**"],
    ["**/*.ts", "**/*.ts"],
    ["**/src/**/*.ts", "**/src/**/*.ts"],
    ["**/**/*", "**/*"],
    ["**/**/**/*", "**/**/*"],
    ["**/**", "**/**"],
    ["/**", "**"],
    ["/**/*.ts", "**/*.ts"],
    ["src/", "**/src"],
    ["*.{ts,tsx}", "**/*.{ts,tsx}"],
    ["*.{ts}", "**/*.ts"],
    ["*.{ts,}", "**/*.ts"],
    ["{src,lib}/**", "**/{src,lib}/**"],
    ["a}b", "**/ab"],
    ["[id]/*.ts", "**/[id]/*.ts"],
    ["[{]id[}]/*.ts", "**/[{]id[}]/*.ts"],
    ["!*.ts", "**/!*.ts"],
    ["a\\*.ts", "**/a\\\\*.ts"],
    ["*.{ts,{js,jsx}}", "**/*.ts"],
    ["{a,{b,c}}/*.ts", "**/a/*.ts"],
    ["a.{,b}.ts", "**/a.{,b}.ts"],
    ["{,a}/*.ts", "**/a/*.ts"],
    ["src/{a", "**/src/[.]"],
    ["src/*.{ts", "**/src/*."],
    ["src/a[", "**/src/a"],
    ["a/}/b", "**/a/[.]/b"],
    ["{}", "**/[.]"],
    ["a//", "**/a/[.]"],
    ["**/", "**"],
    ["/src/**", "../src/**"],
    ["/*.ts", "../*.ts"],
    ["./src/**", "**/[.]/src/**"],
    ["a//b", "**/a/[.]/b"],
    ["/", ".."],
    [".", "**/[.]"],
  ])("`%s` is `%s`", (pattern, canonical) => {
    expect(fromAnywhereGlob(pattern)).toBe(canonical);
  });

  it.each(["a.ts", "src/a.ts", "packages/web/src/a.ts"])("without a slash matches %s", (path) => {
    expect(matchesGlob(fromAnywhereGlob("*.ts"), path)).toBe(true);
  });

  it.each([
    ["/src/*.ts", "src/a.ts"],
    ["/*.ts", "a.ts"],
    ["./src/*.ts", "src/a.ts"],
    ["../src/*.ts", "src/a.ts"],
    ["!src/*.ts", "src/a.ts"],
    ["src/", "src/a.ts"],
    ["src//*.ts", "src/a.ts"],
    ["{a,{b,c}}.ts", "b.ts"],
    ["src/\\*.ts", "src/a.ts"],
    ["/", "a.ts"],
  ])("`%s` matches nothing, not even %s", (pattern, path) => {
    expect(matchesGlob(fromAnywhereGlob(pattern), path)).toBe(false);
  });
});

describe("a pattern in VS Code's syntax", () => {
  it.each<[string, readonly string[]]>([
    ["*.ts", ["**/*.ts"]],
    ["**/*.ts", ["**/*.ts"]],
    ["/*.ts", ["*.ts"]],
    ["/src/*.ts", ["src/*.ts"]],
    ["./src/*.ts", ["src/*.ts"]],
    ["src/**", ["src/**"]],
    ["src/", ["src/**"]],
    ["**", ["**/**"]],
    ["*", ["**/**/*"]],
    ["/*", ["**/**/*"]],
    ["**/*", ["**/**/*"]],
    ["**/**/*", ["**/**/**/*"]],
    ["**/**", ["**/**"]],
    ["/", ["**/**"]],
    ["*.{ts,tsx}", ["**/*.{ts,tsx}"]],
    ["{src,lib}/**", ["{src,lib}/**"]],
    ["{a,b/{c,d}}/*.ts", ["a/*.ts", "b/c/*.ts", "b/d/*.ts"]],
    ["{a,}.ts", ["**/a.ts", "**/.ts"]],
    ["src/{a,}", ["src/a", "src"]],
    ["{/a,./b}/c", ["a/c", "b/c"]],
    ["a//b/./c", ["a/b/c"]],
    ["../a.ts", ["/a.ts"]],
    ["../**", ["../**"]],
    ["{..,a}/**", ["{..,a}/**"]],
    ["\\../**", ["../**"]],
    ["src/a,b.ts", ["src/a[,]b.ts"]],
    ["src/[a,b].ts", ["src/[a,b].ts"]],
    ["src/\\*.ts", ["src/[*].ts"]],
    ["{{name}}/*.py", ["[{][{]name[}][}]/*.py"]],
    ["app/\\[id\\]/page.tsx", ["app/[[]id[]]/page.tsx"]],
    ["a[", ["**/a[[]"]],
    ["/ a", ["**/ a"]],
    ["!src/*.ts", ["!src/*.ts"]],
    ["a{b", []],
    ["[\\]]", []],
    ["", []],
    [".", []],
    ["{,}", []],
    [`src/${"{a,b}".repeat(12)}/{,}`, []],
  ])("`%s` is %j", (canonical, patterns) => {
    expect(toAnywhereGlobs(canonical)).toEqual(patterns);
  });
});

const signs = ["a", "b", "ts", ".", "*", "**", "?", "/", "{", "}", ",", "[", "]", "!", "\\", " ", "-"];
const pattern = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 12 }).map((parts) => parts.join("").trim());
const part = fc.array(fc.constantFrom("a", "b", "ts", ".", ",", "{", "}", "[", "]", " ", "!", "-"), {
  minLength: 1,
  maxLength: 3,
});
const path = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((segments) => segments.map((parts) => parts.join("")).join("/"))
  .filter((joined) => normalisePath(joined) === joined);

function matchesAny(globs: readonly string[], file: string): boolean {
  return globs.some((glob) => matchesGlob(glob, file));
}

/** Whether a pattern matches a file if it may start at any depth. */
function matchesBelow(glob: string, file: string): boolean {
  const segments = file.split("/");
  return segments.some((_, at) => matchesGlob(glob, segments.slice(at).join("/")));
}

describe("round trips", () => {
  it("a pattern matches no additional files, except at other depths", () => {
    fc.assert(
      fc.property(pattern, path, (canonical, file) => {
        fc.pre(!canonical.startsWith("!") && !canonical.startsWith(".."));
        const back = toAnywhereGlobs(canonical).map(fromAnywhereGlob);
        expect(!matchesAny(back, file) || matchesBelow(canonical, file)).toBe(true);
      }),
    );
  });

  it("a pattern still matches every file if it can be converted", () => {
    fc.assert(
      fc.property(pattern, path, (canonical, file) => {
        const written = toAnywhereGlobs(canonical);
        fc.pre(!canonical.startsWith("!") && written.length > 0);
        expect(!matchesGlob(canonical, file) || matchesAny(written.map(fromAnywhereGlob), file)).toBe(true);
      }),
    );
  });

  it("a VS Code pattern matches no additional files", () => {
    fc.assert(
      fc.property(pattern, path, (tool, file) => {
        const canonical = fromAnywhereGlob(tool);
        const back = toAnywhereGlobs(canonical).map(fromAnywhereGlob);
        expect(!matchesAny(back, file) || matchesGlob(canonical, file)).toBe(true);
      }),
    );
  });

  it("plain patterns stay the same", () => {
    const segment = fc.constantFrom("src", "a.ts", "*.ts", "*", "**", "[id]", "x?", "*.{ts,tsx}");
    const plain = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => ["**", ...segments].join("/"));
    fc.assert(
      fc.property(plain, (canonical) => {
        expect(toAnywhereGlobs(canonical).map(fromAnywhereGlob)).toEqual([canonical]);
      }),
    );
  });

  it("a comma-separated list is split into the same patterns", () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 4 }), (globs) => {
        const written = globs.filter((glob) => !glob.startsWith("!")).flatMap(toAnywhereGlobs);
        fc.pre(written.every((one) => one.trimEnd() === one));
        expect(splitAnywhereGlobs(written.join(","))).toEqual(written);
      }),
    );
  });
});
