import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, printJson } from "./text.ts";

const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/u;
const text = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc
    .array(
      fc.constantFrom(
        "a",
        "\u001B",
        "[31m",
        "\r\n",
        "\u202E",
        "\u2066",
        "\u200D",
        "👩",
        "💻",
        "\uFE0F",
        "\u{E0067}",
        "🏴",
        "\uD800",
        "\u2028",
        "\u0085",
      ),
    )
    .map((units) => units.join("")),
);

describe("printable", () => {
  it.each([
    ["a\u202Egpj.md", "a\\u202egpj.md"],
    ["a\u001B[2Jb", "a\\u001b[2Jb"],
    ["a\nb\r\tc", "a\\nb\\r c"],
    ["pay\u200Bpal\u00AD\u034F\u3164", "pay\\u200bpal\\u00ad\\u034f\\u3164"],
    ["\u{E0041}\uFEFF\u2028\uD800", "\\u{e0041}\\ufeff\\u2028\\ud800"],
    ["a\u0085\u009B", "a\\u0085\\u009b"],
    ["a\uFE0F b\u200Dc", "a\\ufe0f b\\u200dc"],
  ])("escapes %j", (given, expected) => {
    expect(printable(given)).toBe(expected);
  });

  it.each(["naïve café", "日本語", "שלום", "👩‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 🇩🇪 1️⃣", "e\u0301", "\\u202e"])("does not change %j", (given) => {
    expect(printable(given)).toBe(given);
  });

  it("**Property** leaves nothing that a terminal acts on", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(printable(given)).not.toMatch(unsafe);
        expect(printable(printable(given))).toBe(printable(given));
      }),
    );
  });
});

it("**Property** prints JSON that is the same data and has nothing that a terminal acts on", () => {
  const value = fc.record({ text, list: fc.array(text), other: fc.jsonValue() });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (given, space) => {
      const json = printJson(given, space);
      expect(json.replaceAll("\n", "")).not.toMatch(unsafe);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});
