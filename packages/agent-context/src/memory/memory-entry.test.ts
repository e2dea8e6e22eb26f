import { PreceptError } from "@precept/core";
import { describe, expect, it } from "vitest";
import { checkEntry, isDate } from "./memory-entry.ts";

function problemsOf(input: object): readonly string[] {
  try {
    checkEntry({ content: "a", ...input });
    return [];
  } catch (error) {
    return PreceptError.is(error, "MEMORY_ENTRY_INVALID") ? error.details.reasons : [String(error)];
  }
}

describe("a memory entry", () => {
  it("is in the category General and has the importance 3 by default", () => {
    expect(checkEntry({ content: "a" })).toEqual({ content: "a", category: "General", importance: 3 });
    expect(checkEntry({ content: "a", sourceDate: "2026-02-15" })).toMatchObject({ sourceDate: "2026-02-15" });
  });

  it.each([
    [{ importance: 1 }],
    [{ importance: 5 }],
    [{ content: "x".repeat(10_000) }],
    [{ category: "x".repeat(100) }],
    [{ category: "A b" }],
    [{ category: "C#-like" }],
  ])("%# is valid", (input) => expect(problemsOf(input)).toEqual([]));

  const plain = "category must be one line without `<!--`, and without # at its ends";
  it.each([
    [{ importance: 0 }, "importance must be an integer from 1 to 5"],
    [{ importance: 6 }, "importance must be an integer from 1 to 5"],
    [{ importance: 1.5 }, "importance must be an integer from 1 to 5"],
    [{ importance: "3" }, "importance must be an integer from 1 to 5"],
    [{ content: "x".repeat(10_001) }, "content must have at most 10,000 characters"],
    [{ content: 7 }, "content must be a string"],
    [{ content: " \n " }, "content must not be empty"],
    [{ category: "" }, "category must be a text"],
    [{ category: 7 }, "category must be a text"],
    [{ category: "x".repeat(101) }, "category must have at most 100 characters"],
    [{ category: "a\nb" }, plain],
    [{ category: " a" }, plain],
    [{ category: "# a" }, plain],
    [{ category: "a #" }, plain],
    [{ category: "a <!-- b" }, plain],
    [{ category: "\uD800" }, plain],
    [{ sourceDate: "2026-02-30" }, "sourceDate must be a date such as 2026-02-15"],
  ])("%# is refused", (input, problem) => expect(problemsOf(input)).toEqual([problem]));

  it("has all its problems in one error", () => {
    expect(problemsOf({ content: "", importance: 0, category: "" })).toHaveLength(3);
  });
});

it.each([
  ["2026-02-28", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-2-1", false],
  ["2026-02-01T00", false],
])("%s is a date: %s", (text, expected) => expect(isDate(text)).toBe(expected));
