import { describe, expect, it } from "vitest";
import { addCandidate, createBuckets, splitFile, visitCandidates, type SplitFile } from "./buckets.ts";
import { GlobIndex } from "./glob-index.ts";
import { parseGlob } from "./glob.ts";

/** Stores a pattern that is certain to match, and returns for which of the files it is compared, and how often. */
function visits(glob: string, files: readonly string[]): readonly string[] {
  const buckets = createBuckets<string>();
  const posting = { glob, base: "", uses: new Set([""]), call: 0, positions: [] };
  for (const pattern of parseGlob(glob) ?? []) addCandidate(buckets, { posting, pattern, certain: true }, 0);
  return files.flatMap((path) => {
    const visited: string[] = [];
    visitCandidates(buckets, splitFile(path.split("/")) as SplitFile, 0, (candidates) => {
      visited.push(...candidates.map(({ certain }) => `${path}${certain ? "" : "?"}`));
    });
    return visited;
  });
}

// A question mark: the pattern still has to be compared with the file.
describe("a pattern is compared only with files of its most selective bucket", () => {
  it.each([
    ["a file name", "**/a.ts", ["a.ts", "b.ts", "x/a.ts", "a.ts/b"], ["a.ts", "x/a.ts"]],
    ["a file name, not a directory", "x/**/a.ts", ["x/a.ts", "x/b.ts", "y/a.ts"], ["x/a.ts", "y/a.ts"]],
    ["an extension", "*.ts", ["a.ts", ".ts", "a.tsx", "ts"], ["a.ts", ".ts"]],
    ["an extension of two parts", "*.test.ts", ["a.test.ts", "a.ts", "a.b.test.ts"], ["a.test.ts", "a.b.test.ts"]],
    [
      "the last extension after other text",
      "*_test.go",
      ["a_test.go", "b.go", "b.ts", "a_test.x.go"],
      ["a_test.go?", "b.go?", "a_test.x.go?"],
    ],
    ["the last extension after stars", "use-*.test.ts", ["use-a.test.ts", "b.ts", "b.js"], ["use-a.test.ts?", "b.ts?"]],
    ["no extension: all files", "*_file", ["a_file", "b.ts"], ["a_file?", "b.ts?"]],
    ["any name: all files", "*", ["a", "b.ts"], ["a", "b.ts"]],
    ["a class: all files, compared", "[ab]", ["a", "c.ts"], ["a?", "c.ts?"]],
    ["a directory", "src/*", ["src/a", "x/src/a", "src", "lib/a"], ["src/a?", "x/src/a?"]],
    ["its longest directory", "a/long/bc/*", ["a/x", "long/x", "bc/x"], ["long/x?"]],
    ["the first of equally long directories", "ab/cd/*", ["ab/x", "cd/x"], ["ab/x?"]],
    ["a directory and an extension", "src/*.ts", ["src/a.ts", "src/a.js", "a.ts"], ["src/a.ts?"]],
  ])("with %s: %s", (_, glob, files, expected) => expect(visits(glob, files)).toEqual(expected));

  it("once for each of the file's directories with this name", () => {
    expect(visits("src/**/*.ts", ["src/src/a.ts"])).toEqual(["src/src/a.ts?", "src/src/a.ts?"]);
  });
});

describe("GlobIndex", () => {
  it("matches nothing to an empty path", () => {
    const index = new GlobIndex<string>();
    index.add("**", "", "use");
    expect(splitFile([])).toBeUndefined();
    expect(index.match([[]])).toEqual([]);
  });

  it("lists a file once that several alternatives match, and each pattern once", () => {
    const index = new GlobIndex<string>();
    index.add("{*.ts,src/*,src/a.ts}", "", "use");
    index.add("src/**", "", "use");
    const files = [["src", "a.ts"], ["b.ts"], ["src", "src", "a.ts"]];
    const hits = index.match(files).map(({ glob, positions }) => [glob, positions]);
    expect(hits).toHaveLength(2);
    expect(hits).toEqual(
      expect.arrayContaining([
        ["{*.ts,src/*,src/a.ts}", [0, 1]],
        ["src/**", [0, 2]],
      ]),
    );
    // A second call does not remember the first.
    expect(index.match([["b.ts"]]).map(({ positions }) => positions)).toEqual([[0]]);
  });
});
