import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Diagnostic, applyEdits, type TextEdit } from "@precept/core";
import { fixText } from "./fix-text.ts";

function problem(edits: readonly TextEdit[], safe = true, code = "a/b"): Diagnostic {
  return { code, severity: "warning", message: "So.", fix: { title: "Do", edits, safe } };
}

/** Reports each `x`, with a fix to `y`. */
function findX(text: string): readonly Diagnostic[] {
  return [...text.matchAll(/x/g)].map(({ index }) => problem([{ start: index, end: index + 1, text: "y" }]));
}

describe("fixText", () => {
  it("applies edits in any order", () => {
    expect(
      applyEdits("abc", [
        { start: 3, end: 3, text: "!" },
        { start: 0, end: 1, text: "" },
        { start: 1, end: 2, text: "BB" },
      ]),
    ).toBe("BBc!");
  });

  it("continues until no problem can be fixed", () => {
    const halve = (text: string) =>
      text.length > 1 ? [problem([{ start: 0, end: Math.floor(text.length / 2), text: "" }])] : [];
    expect(fixText("abcdefgh", halve)).toMatchObject({ text: "h", left: [] });
  });

  it("stops after ten rounds", () => {
    const more = () => [problem([{ start: 0, end: 0, text: "a" }])];
    const { text, fixed, left } = fixText("", more);
    expect([text, fixed.length, left.length]).toEqual(["aaaaaaaaaa", 10, 1]);
  });

  it("applies the first of two overlapping fixes, with all of its edits", () => {
    const [one, two] = [
      problem([{ start: 0, end: 2, text: "1" }], true, "a/one"),
      problem(
        [
          { start: 1, end: 3, text: "2" },
          { start: 5, end: 6, text: "2" },
        ],
        true,
        "a/two",
      ),
    ];
    const once = (text: string) => (text === "abcdef" ? [two, one] : []);
    expect(fixText("abcdef", once)).toMatchObject({ text: "1cdef", fixed: [one] });
  });

  it("applies only one of two insertions at the same offset per round", () => {
    const both = [problem([{ start: 1, end: 1, text: "1" }]), problem([{ start: 1, end: 1, text: "2" }])];
    expect(fixText("ab", (text) => (text === "ab" ? both : [])).text).toBe("a1b");
  });

  it("applies unsafe fixes only on request", () => {
    const check = (text: string) => (text === "a" ? [problem([{ start: 0, end: 1, text: "b" }], false)] : []);
    expect(fixText("a", check)).toMatchObject({ text: "a", fixed: [], left: [{ code: "a/b" }] });
    expect(fixText("a", check, { unsafe: true })).toMatchObject({ text: "b", left: [] });
  });

  it("changes nothing else, and is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("x", "y", "a", "😀", "\n") }), (text) => {
        const once = fixText(text, findX);
        expect(once.text).toBe(text.replaceAll("x", "y"));
        expect(fixText(once.text, findX)).toEqual({ text: once.text, fixed: [], left: [] });
      }),
    );
  });
});
