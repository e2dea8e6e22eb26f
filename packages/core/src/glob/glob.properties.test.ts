import * as fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { anyGlob, anyText, filePath, shuffled } from "../../test/arbitraries.ts";
import { expandBraces } from "./expand-braces.ts";
import { GlobIndex } from "./glob-index.ts";
import { matchesGlob, matchesPath, parseGlob } from "./glob.ts";
import { normalisePath } from "./path.ts";
import { splitGlobs } from "./split-globs.ts";

const paths = fc.array(filePath, { minLength: 1, maxLength: 8 });
const base = fc.constantFrom("", "a", "src/a");

describe("matchesGlob", () => {
  it("agrees with picomatch on anchored patterns of stars, classes and braces", () => {
    const segment = fc.constantFrom(
      ..."a b ab src .git a.ts * ** *.ts a* *b* ?.ts {a,b} *.{ts,tsx} {a,{b,ab}}.ts {a/b,src}".split(" "),
    );
    const last = fc.oneof(segment, fc.constantFrom("[ab].ts", "[a-c]", "[^a].ts", "*.test.*", ".env"));
    const glob = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), last)
      .map(([segments, name]) => [...segments, name].join("/"));
    fc.assert(
      fc.property(glob, paths, (pattern, files) => {
        // In picomatch, `X/**` matches X itself for some X. In our language it never does.
        const inside = pattern.replace(/\/\*\*$/, "/**/*");
        const isMatch = picomatch(inside, { dot: true, nonegate: true, noextglob: true });
        expect(files.filter((path) => matchesGlob(pattern, path))).toEqual(files.filter((path) => isMatch(path)));
      }),
      { numRuns: 3000 },
    );
  });

  it("agrees with picomatch's basename matching for patterns without a slash", () => {
    const glob = fc.constantFrom("a", "*.ts", "a*", "?.ts", "[ab].ts", "*.{ts,tsx}", ".env", "*", "*.test.*", "é.ts", "{a,b}.ts");
    fc.assert(
      fc.property(glob, paths, (pattern, files) => {
        const isMatch = picomatch(pattern, { dot: true, basename: true, noextglob: true });
        expect(files.filter((path) => matchesGlob(pattern, path))).toEqual(files.filter((path) => isMatch(path)));
      }),
    );
  });

  it("matches exactly a path whose special characters are escaped", () => {
    const special = /[\\*?[\]{}!]|[@+](?=\()/g;
    const name = fc.string({ unit: fc.constantFrom(..."ab.*?[]{}!()@+|, é😀"), minLength: 1, maxLength: 6 });
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(
        path.filter((text) => normalisePath(text) === text),
        path,
        (own, other) => {
          const glob = `/${own.replace(special, "\\$&")}`;
          expect(matchesGlob(glob, own)).toBe(true);
          expect(matchesGlob(glob, other)).toBe(own === other);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("matches with a base exactly the same paths below that directory", () => {
    fc.assert(
      fc.property(anyGlob, filePath, (glob, path) => {
        expect(matchesGlob(glob, `src/a/${path}`, "src/a")).toBe(matchesGlob(glob, path));
        expect(matchesGlob(glob, `elsewhere/${path}`, "src/a")).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("rejects paths by the end of the pattern only if the parsed pattern does not match them", () => {
    const glob = fc.string({ unit: fc.constantFrom("a", "b", ".", "{", "}", ",", "*", "[", "]", "\\", "/", "!"), maxLength: 10 });
    const path = fc.string({
      unit: fc.constantFrom("a", "b", ".", "{", "}", ",", "[", "]", "\\", "/"),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.oneof(glob, anyGlob), fc.oneof(path, filePath), (pattern, file) => {
        const parsed = parseGlob(pattern)?.some((alternative) => matchesPath(alternative, file.split("/"))) ?? false;
        expect(matchesGlob(pattern, file)).toBe(parsed);
      }),
      { numRuns: 20_000 },
    );
  });

  it("accepts any text as a pattern", () => {
    fc.assert(
      fc.property(anyText, filePath, (glob, path) => {
        expect([true, false]).toContain(matchesGlob(glob, path));
        expect(expandBraces(glob, 10)?.length ?? 1).toBeLessThanOrEqual(10);
      }),
      { numRuns: 500 },
    );
  });
});

/** The files that each pattern matches, by comparing every pair. */
function matchPairwise(uses: readonly (readonly [string, string])[], files: readonly string[]) {
  return uses
    .map(
      ([glob, from]) =>
        [glob, from, files.flatMap((path, position) => (matchesGlob(glob, path, from) ? [position] : []))] as const,
    )
    .filter(([, , positions]) => positions.length > 0);
}

function found(index: GlobIndex<string>, files: readonly string[]) {
  return index
    .match(files.map((path) => path.split("/")))
    .map(({ glob, base: from, positions }) => [glob, from, positions] as const);
}

describe("GlobIndex", () => {
  const uses = fc.uniqueArray(fc.tuple(anyGlob, base), { maxLength: 12, selector: (use) => use.join(" ") });

  it("finds the same matches as comparing every pattern with every file", () => {
    fc.assert(
      fc.property(uses, paths, (patterns, files) => {
        const index = new GlobIndex<string>();
        for (const [glob, from] of patterns) index.add(glob, from, "use");
        expect(new Set(found(index, files))).toEqual(new Set(matchPairwise(patterns, files)));
      }),
      { numRuns: 2000 },
    );
  });

  it("does not depend on the order of patterns or on removed uses", () => {
    const orders = uses.chain((patterns) => fc.tuple(fc.constant(patterns), shuffled(patterns), uses));
    fc.assert(
      fc.property(orders, paths, ([patterns, reordered, passing], files) => {
        const [plain, busy] = [new GlobIndex<string>(), new GlobIndex<string>()];
        for (const [glob, from] of patterns) plain.add(glob, from, "stays");
        for (const [glob, from] of passing) busy.add(glob, from, "goes");
        for (const [glob, from] of reordered) busy.add(glob, from, "stays");
        for (const [glob, from] of passing) busy.remove(glob, from, "goes");
        expect(new Set(found(busy, files))).toEqual(new Set(found(plain, files)));
      }),
      { numRuns: 300 },
    );
  });
});

describe("splitGlobs", () => {
  it("splits a joined list of patterns back into those patterns", () => {
    fc.assert(
      fc.property(fc.array(anyGlob, { maxLength: 5 }), fc.constantFrom(",", ", ", " , "), (globs, comma) => {
        expect(splitGlobs(globs.join(comma))).toEqual(globs);
      }),
    );
  });

  it("keeps all characters except separating commas and surrounding spaces", () => {
    fc.assert(
      fc.property(anyText, (list) => {
        const remaining = splitGlobs(list).join("").replace(/[\s,]/g, "");
        expect(remaining).toBe(list.replace(/[\s,]/g, ""));
      }),
    );
  });
});

describe("normalisePath", () => {
  const written = fc
    .array(fc.constantFrom("a", "b.ts", ".", "..", "", "C:"), { maxLength: 6 })
    .chain((segments) => fc.constantFrom("/", "\\").map((slash) => segments.join(slash)));

  it("is idempotent", () => {
    fc.assert(
      fc.property(written, (path) => {
        const once = normalisePath(path);
        fc.pre(!/^[A-Za-z]:/.test(once));
        expect(normalisePath(once)).toBe(once);
        expect(once).not.toMatch(/\\|\/\/|(?:^|\/)\.(?:\/|$)|\/$/);
      }),
    );
  });

  it("returns the same for an absolute path in the root and the relative path", () => {
    fc.assert(
      fc.property(filePath, fc.constantFrom("/home/me/project", "C:\\me\\project", "/"), (path, root) => {
        const slash = root.includes("\\") ? "\\" : "/";
        const absolute = `${root}${slash}${path.replaceAll("/", slash)}`;
        expect(normalisePath(absolute, root)).toBe(path);
        expect(normalisePath(path, root)).toBe(path);
      }),
    );
  });
});
