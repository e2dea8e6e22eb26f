import { describe, expect, it } from "vitest";
import { plainStyle } from "../../terminal/text.ts";
import { viewImport, viewSimilar } from "./view.ts";

const plan = { actions: [], skipped: [], conflicts: [], similar: [], notes: [], excluded: [] };
const view = (more: object, isDone = false): string => viewImport({ ...plan, ...more } as never, isDone, [], plainStyle);
const excluded = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `f${at}`, reason: "is ignored" }));

describe("an import", () => {
  it.each([
    [20, 20, undefined],
    [21, 20, "… 1 more file; --json lists all"],
    [25, 20, "… 5 more files; --json lists all"],
  ])("of %i excluded files lists %i", (count, listed, rest) => {
    const lines = view({ excluded: excluded(count) }).split("\n");
    expect(lines.filter((line) => /^skipped +f\d+/.test(line))).toHaveLength(listed);
    expect(lines.find((line) => line.startsWith("…"))).toBe(rest);
    expect(lines).toContain("    --include PATH imports a file that is not part of the project.");
  });

  it("with nothing to do is one line", () => {
    expect(view({})).toBe("nothing to do\n");
    expect(view({ skipped: [{ path: "a", reason: "known" }] })).toBe("nothing to do, 1 already imported\n");
  });

  it("shows skipped files that are no rules yet", () => {
    const text = view({
      skipped: [
        { path: "a", reason: "known" },
        { path: "b", reason: "joined" },
      ],
    });
    expect(text).toMatch(/^\nskipped {2}b {2}contains several rules/);
    expect(text).toMatch(/\n\nnothing to do, 1 already imported\n$/);
  });

  it("advises how to merge similar files, before and after the import", () => {
    const similar = [{ paths: ["a", "b"], ratio: 0.5, difference: "" }];
    expect(view({ similar })).toContain("--merge makes one rule of them");
    expect(view({ similar }, true)).toContain("precept revert");
  });
});

describe("similar files", () => {
  const linesOf = (count: number, ratio = 0.9) => {
    const difference = ["--- a", "+++ b", ...Array.from({ length: count }, (_, at) => `+l${at}`)].join("\n");
    return viewSimilar([{ paths: ["a", "b"], ratio, difference: `${difference}\n` }], plainStyle);
  };

  it.each([
    [40, 42, "    +l39"],
    [41, 43, "    … 1 more line"],
    [45, 43, "    … 5 more lines"],
  ])("with a difference of %i lines", (count, lines, last) => {
    expect(linesOf(count)).toHaveLength(lines);
    expect(linesOf(count).at(-1)).toBe(last);
    expect(linesOf(count)[2]).toBe("    +l0");
  });

  it.each([
    [0.905, 90],
    [0.999, 99],
    [1, 99],
  ])("with the ratio %d have %i %% of their lines in common", (ratio, percent) => {
    expect(linesOf(1, ratio)[1]).toBe(`similar  a and b (${percent} % of their lines are the same)`);
  });
});
