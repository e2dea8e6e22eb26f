import type { Json } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { Mask } from "./mask.ts";
import { sanitize } from "./sanitize.ts";

const mask: Mask = { maskText: (text) => text.replaceAll("SECRET", "***"), masksKey: (key) => key === "password" };
const clean = (value: Json | undefined): unknown => sanitize(value as Json, mask);
const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);

describe("a field of an entry", () => {
  it.each([
    [1.5, 1.5],
    [Number.NaN, "NaN"],
    [null, null],
    [false, false],
    ["a SECRET", "a ***"],
    [{ SECRET: 1 }, { "***": 1 }],
    [
      { password: "x", a: "x" },
      { password: "[masked]", a: "x" },
    ],
    [{ password: null }, { password: null }],
    [{ password: true }, { password: true }],
    [{ a: undefined, b: 1 } as unknown as Json, { b: 1 }],
    ["\uD800a", "\uFFFDa"],
    [nested(8), nested(8)],
  ])("%# is masked and well-formed", (value, expected) => {
    expect(clean(value)).toEqual(expected);
  });

  it("is cut if it is nested more than eight levels deep", () => {
    expect(JSON.stringify(clean(nested(9)))).toBe('[[[[[[[["[cut: too deep]"]]]]]]]]');
    expect(JSON.stringify(clean({ a: nested(8) }))).toContain("too deep");
  });

  it("has at most 400 values", () => {
    const list = (count: number): Json => Array.from({ length: count }, () => 1);
    expect(clean(list(399))).toEqual(list(399));
    const cut = clean(list(400)) as Json[];
    expect(cut).toHaveLength(400);
    expect(cut.at(-1)).toBe("[cut: too many values]");
    expect(cut.at(-2)).toBe(1);
    expect(clean(list(500))).toHaveLength(400);
    const fields = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
    expect(clean(fields(399))).toEqual(fields(399));
    expect(Object.entries(clean(fields(500)) as object)).toHaveLength(400);
    expect(clean(fields(500))).toMatchObject({ f398: 1, f399: "[cut: too many values]" });
  });

  it("has texts of at most 8,192 characters", () => {
    expect(clean("a".repeat(8192))).toBe("a".repeat(8192));
    expect(clean("a".repeat(8193))).toBe(`${"a".repeat(8192)} [cut: 1 more characters]`);
    expect(clean(`${"a".repeat(8191)}😀`)).toBe(`${"a".repeat(8191)} [cut: 1 more characters]`);
  });

  it("has texts of at most 12,288 characters together", () => {
    expect(clean(["a".repeat(8192), "b".repeat(4096)])).toEqual(["a".repeat(8192), "b".repeat(4096)]);
    expect(clean(["a".repeat(8192), "b".repeat(4097), "c"])).toEqual([
      "a".repeat(8192),
      `${"b".repeat(4096)} [cut: 1 more characters]`,
      " [cut: 1 more characters]",
    ]);
    expect(clean({ ["k".repeat(8192)]: "b".repeat(4097) })).toEqual({
      ["k".repeat(8192)]: `${"b".repeat(4096)} [cut: 1 more characters]`,
    });
  });

  it("does not contain the part of a long text that was not searched for secrets", () => {
    const hiding: Mask = { ...mask, maskText: (text) => text.replaceAll("b", "") };
    // All but the end is masked, so that the end of the searched part would fit.
    const text = `${"b".repeat(65_536 - 9000)}${"a".repeat(9000)}`;
    expect(sanitize(text, hiding)).toBe(`${"a".repeat(8192)} [cut: 808 more characters]`);
    expect(sanitize(`${text}c`, hiding)).toBe(`${"a".repeat(808)} [cut: 8193 more characters]`);
    expect(sanitize(`${"b".repeat(65_536)}c`, hiding)).toBe(" [cut: 1 more characters]");
  });
});
