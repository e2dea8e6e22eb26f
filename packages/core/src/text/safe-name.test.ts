import { anyCodePoint } from "../../../../private/testing/src/any-code-point.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSafePath, toSafeName } from "./safe-name.ts";

const devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];
for (let digit = 0; digit <= 9; digit += 1) devices.push(`COM${digit}`, `LPT${digit}`);

/** Whether Windows opens a device instead of a file: the part before the first dot counts, without trailing spaces. */
function isDevice(fileName: string): boolean {
  const [first = ""] = fileName.normalize("NFKD").split(".");
  return devices.includes(first.trimEnd().toUpperCase());
}

const fullwidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

const device = fc.constantFrom(
  ...devices.flatMap((name) => [name, name.toLowerCase(), fullwidth(name)]),
  ..."¹²³⁰₁".split("").flatMap((digit) => [`COM${digit}`, `lpt${digit}`]),
  "nUl",
);
const separator = fc.constantFrom(
  ".",
  "..",
  "-",
  "--",
  ".-",
  "-.",
  " ",
  ". ",
  "_",
  "/",
  "\\",
  ":",
  "\u0000",
  "\u202e",
  "\u200b",
  "．",
  "…",
  "",
);
const word = fc.constantFrom(
  "md",
  "mdc",
  "rule",
  "a",
  ".git",
  "git~1",
  "precept-tmp",
  "precept-lock",
  "PRECEPT-LOCK",
  "é",
  "\u0301",
  "日本",
);
const filler = fc
  .record({ unit: fc.constantFrom("x", ".-", "-.", "x.", "é"), count: fc.integer({ min: 30, max: 90 }) })
  .map(({ unit, count }) => unit.repeat(count));
const part = fc.oneof(device, separator, separator, word, filler, fc.string({ unit: anyCodePoint, maxLength: 5 }));
const name = fc.oneof(
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: anyCodePoint }),
);

describe("toSafeName", () => {
  it("is idempotent", () => {
    fc.assert(
      fc.property(name, (given) => {
        const safe = toSafeName(given);
        expect(toSafeName(safe)).toBe(safe);
      }),
    );
  });

  it("returns a short ASCII name that is not a device, a hidden file or one of Precept's own files, with any extension", () => {
    fc.assert(
      fc.property(name, fc.constantFrom("", ".md", ".mdc", "-2.md", ".instructions.md", ".txt"), (given, extension) => {
        const fileName = `${toSafeName(given)}${extension}`;
        expect(fileName).toMatch(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);
        expect(toSafeName(given).length).toBeLessThanOrEqual(80);
        expect(fileName).not.toContain("..");
        expect(isDevice(fileName)).toBe(false);
        expect(fileName).not.toMatch(/\.precept-(?:tmp|lock)$/i);
        expect(isSafePath(fileName)).toBe(true);
      }),
    );
  });

  it.each([
    ["NUL.md", "NUL-rule.md"],
    ["com1.a.b", "com1-rule.a.b"],
    ["com0", "com0-rule"],
    ["COM¹.x", "COM1-rule.x"],
    ["ａｕｘ", "aux-rule"],
    ["con ", "con-rule"],
    ["conin$", "conin"],
    ["null.md", "null.md"],
    [".git", "git"],
    ["a.precept-tmp", "a-precept-tmp"],
    [`con-${".-".repeat(60)}x`, "con-rule"],
  ])("turns %j into %j", (given, expected) => {
    expect(toSafeName(given)).toBe(expected);
  });
});

describe("isSafePath", () => {
  it("accepts safe names with an extension, and rejects names that toSafeName would change", () => {
    expect(isSafePath(`a/${"x".repeat(80)}.md`)).toBe(true);
    for (const path of ["nul.md", "a/aux.b.md", "a/../b.md", "a//b.md", "/a.md", ".git/x.md", "a.md.precept-lock"]) {
      expect([path, isSafePath(path)]).toEqual([path, false]);
    }
  });
});

it.each([
  [80, 80],
  [81, 80],
])("a safe name has at most 80 characters: of %i, %i remain", (length, remaining) => {
  expect(toSafeName("a".repeat(length))).toBe("a".repeat(remaining));
});

it.each([
  ["a".repeat(128), true],
  ["a".repeat(129), false],
  [`${"a".repeat(127)}/`.repeat(4).slice(0, 511), true],
  [`${`${"a".repeat(127)}/`.repeat(4)}a`, false],
  [`${`${"a".repeat(127)}/`.repeat(3)}${"a".repeat(128)}`, true],
])("a safe path has at most 512 characters, 128 in each segment: %#", (path, isSafe) => {
  expect(isSafePath(path)).toBe(isSafe);
});
