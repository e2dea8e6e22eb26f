import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runPattern, unboundedRunner } from "./pattern-runner.ts";

describe("running patterns without a time limit", () => {
  it("returns an outcome for each pattern, in order", () => {
    const patterns = [
      { id: "A", source: "b", flags: "" },
      { id: "B", source: "(", flags: "" },
      { id: "C", source: "x", flags: "" },
    ];
    expect(unboundedRunner.run(patterns, "abcb", 10)).toEqual([
      {
        kind: "matches",
        isCut: false,
        matches: [
          { index: 1, text: "b", groups: {} },
          { index: 3, text: "b", groups: {} },
        ],
      },
      { kind: "indeterminate", reason: expect.stringContaining("Unterminated group") as string },
      { kind: "matches", isCut: false, matches: [] },
    ]);
  });

  it("returns groups by number and name, without groups that did not match", () => {
    const pattern = { id: "A", source: "(a)|(?<__proto__>b)|(?<c>)d", flags: "" };
    const outcome = runPattern(pattern, "abd", 10);
    expect(outcome.kind === "matches" && outcome.matches.map(({ groups }) => Object.entries(groups))).toEqual([
      [["1", "a"]],
      [
        ["2", "b"],
        ["__proto__", "b"],
      ],
      [
        ["3", ""],
        ["c", ""],
      ],
    ]);
  });

  it("finds the matches of `matchAll`, up to the limit, and reports whether there are more", () => {
    const source = fc.constantFrom("a", "a*", "(?=b)", "a|b", "[ab]{2}", "$", "^");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "😀"), maxLength: 12 });
    fc.assert(
      fc.property(
        source,
        fc.constantFrom("", "m", "iu"),
        text,
        fc.integer({ min: 1, max: 6 }),
        (pattern, flags, subject, limit) => {
          const all = Array.from(subject.matchAll(new RegExp(pattern, `g${flags}`)), ({ index, 0: found }) => ({
            index,
            text: found,
          }));
          const outcome = runPattern({ id: "A", source: pattern, flags }, subject, limit);
          expect(outcome).toMatchObject({ kind: "matches", isCut: all.length > limit, matches: all.slice(0, limit) });
        },
      ),
    );
  });
});
