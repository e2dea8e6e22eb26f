import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../model/diagnostic.ts";
import { applyEdits, type TextEdit } from "../text/text-edit.ts";
import { fixText } from "./fix-text.ts";

function problem(edits: readonly TextEdit[], safe = true, code = "a/b"): Diagnostic {
  return { code, severity: "warning", message: "So.", fix: { title: "Do", edits, safe } };
}

/** Each `x` is wrong, and should be a `y`. */
function findX(text: string): readonly Diagnostic[] {
  return [...text.matchAll(/x/g)].map(({ index }) => problem([{ start: index, end: index + 1, text: "y" }]));
}

describe("fixing", () => {
  it("applies edits wherever they are, in any order", () => {
    expect(
      applyEdits("abc", [
        { start: 3, end: 3, text: "!" },
        { start: 0, end: 1, text: "" },
        { start: 1, end: 2, text: "BB" },
      ]),
    ).toBe("BBc!");
  });

  it("goes on until there is nothing left that can be fixed", () => {
    const halve = (text: string) =>
      text.length > 1 ? [problem([{ start: 0, end: Math.floor(text.length / 2), text: "" }])] : [];
    expect(fixText("abcdefgh", halve)).toMatchObject({ text: "h", left: [] });
  });

  it("ends where fixes never end", () => {
    const more = () => [problem([{ start: 0, end: 0, text: "a" }])];
    const { text, fixed, left } = fixText("", more);
    expect([text, fixed.length, left.length]).toEqual(["aaaaaaaaaa", 10, 1]);
  });

  it("applies the first of two fixes that overlap, all of its edits or none", () => {
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

  it("never decides which of two insertions at one place comes first", () => {
    const both = [problem([{ start: 1, end: 1, text: "1" }]), problem([{ start: 1, end: 1, text: "2" }])];
    expect(fixText("ab", (text) => (text === "ab" ? both : [])).text).toBe("a1b");
  });

  it("leaves to somebody's judgement what is not safe, unless it is asked for", () => {
    const check = (text: string) => (text === "a" ? [problem([{ start: 0, end: 1, text: "b" }], false)] : []);
    expect(fixText("a", check)).toMatchObject({ text: "a", fixed: [], left: [{ code: "a/b" }] });
    expect(fixText("a", check, { unsafe: true })).toMatchObject({ text: "b", left: [] });
  });

  it("changes nothing else, whatever the text, and nothing at all the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("x", "y", "a", "😀", "\n") }), (text) => {
        const once = fixText(text, findX);
        expect(once.text).toBe(text.replaceAll("x", "y"));
        expect(fixText(once.text, findX)).toEqual({ text: once.text, fixed: [], left: [] });
      }),
    );
  });
});
