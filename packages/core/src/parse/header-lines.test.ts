import { describe, expect, it } from "vitest";
import { editHeader } from "./edit-header.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { readHeaderLines } from "./header-lines.ts";
import { reportAnomalies } from "./report-anomalies.ts";

describe("readHeaderLines", () => {
  it("reads keys with their lines, even from invalid YAML", () => {
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

  it("returns lines without a key as strays", () => {
    expect(readHeaderLines("  - a\nhttp://x\nkey:value\n\n# note").strays).toEqual([0, 1, 2]);
  });
});

function edit(header: string, changes: Readonly<Record<string, string | undefined>>): string {
  return editHeader(splitFrontMatter(`---\n${header}\n---\n`), new Map(Object.entries(changes)));
}

describe("editHeader", () => {
  it("keeps one line of a duplicate key", () => {
    expect(edit("a: 1\nb: 2\na: 3", { a: "a: 4" })).toBe("a: 4\nb: 2\n");
  });

  it("removes a key with its list, and ignores a missing key", () => {
    expect(edit("a:\n  - x\n- y\n# note\nb: 2", { a: undefined, c: undefined })).toBe("# note\nb: 2\n");
  });

  it("edits invalid YAML too", () => {
    expect(edit("globs: *.ts\ndescription: a: b", { globs: "globs: *.js" })).toBe("globs: *.js\ndescription: a: b\n");
  });

  it("removes text after # that belongs to a list or a block scalar of several lines", () => {
    expect(edit("a: [x, #y\n  z]\nb: | # c\n  d", { a: "a: 1", b: "b: 2" })).toBe("a: 1\nb: 2\n");
  });
});

describe("reportAnomalies", () => {
  const split = splitFrontMatter("---\nname: a\n");

  it("uses the severity of the catalogue, or warnings at most if tolerant", () => {
    expect(reportAnomalies(split, "a.md")).toMatchObject([
      { code: "front-matter/unclosed", severity: "error", file: "a.md", line: 1 },
    ]);
    expect(reportAnomalies(split, "a.md", true)).toMatchObject([{ code: "front-matter/unclosed", severity: "warning" }]);
  });
});
