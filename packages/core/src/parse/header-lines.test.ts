import { describe, expect, it } from "vitest";
import { editHeader } from "./edit-header.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";
import { reportAnomalies } from "./report-anomalies.ts";

describe("the lines of a header", () => {
  it("are read key by key, valid YAML or not, with what belongs to each", () => {
    const header = "globs: *.ts, *.tsx\n# note\nlist:\n  - a\n\n- b\nstray\n$x.y-z :  1 \nempty:\n";
    const { entries, strays } = readHeaderLines(header);
    expect(entries.map(({ key, value, continuation, line, column }) => [key, value, continuation, line, column])).toEqual([
      ["globs", "*.ts, *.tsx", "", 0, 8],
      ["list", "", "  - a\n\n- b\n", 2, 6],
      ["$x.y-z", "1", "", 7, 11],
      ["empty", "", "", 8, 7],
    ]);
    expect(entries.map(({ start, end }) => header.slice(start, end))).toEqual([
      "globs: *.ts, *.tsx\n",
      "list:\n  - a\n\n- b\n",
      "$x.y-z :  1 \n",
      "empty:\n",
    ]);
    expect(strays).toEqual([6]);
  });

  it("are strays where they belong to no key", () => {
    expect(readHeaderLines("  - a\nhttp://x\nkey:value\n\n# note").strays).toEqual([0, 1, 2]);
  });
});

function edit(header: string, changes: Readonly<Record<string, string | undefined>>): string {
  return editHeader(splitFrontMatter(`---\n${header}\n---\n`), new Map(Object.entries(changes)));
}

describe("editing a header", () => {
  it("leaves one line of a key that was written twice", () => {
    expect(edit("a: 1\nb: 2\na: 3", { a: "a: 4" })).toBe("a: 4\nb: 2\n");
  });

  it("removes a key with its list, and changes nothing where there is no such key", () => {
    expect(edit("a:\n  - x\n- y\n# note\nb: 2", { a: undefined, c: undefined })).toBe("# note\nb: 2\n");
  });

  it("edits what is no YAML as well", () => {
    expect(edit("globs: *.ts\ndescription: a: b", { globs: "globs: *.js" })).toBe("globs: *.js\ndescription: a: b\n");
  });

  it("drops what looks like a comment in a list or a block text, which end on other lines", () => {
    expect(edit("a: [x, #y\n  z]\nb: | # c\n  d", { a: "a: 1", b: "b: 2" })).toBe("a: 1\nb: 2\n");
  });
});

describe("oddities", () => {
  const split = splitFrontMatter("---\nname: a\n");

  it("are reported as the catalogue has them, or as warnings at most where the rule is used all the same", () => {
    expect(reportAnomalies(split, "a.md")).toMatchObject([
      { code: "front-matter/unclosed", severity: "error", file: "a.md", line: 1 },
    ]);
    expect(reportAnomalies(split, "a.md", true)).toMatchObject([{ code: "front-matter/unclosed", severity: "warning" }]);
  });
});
