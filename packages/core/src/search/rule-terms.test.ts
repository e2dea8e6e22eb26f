import { expect, it } from "vitest";
import { countRuleTerms, cutSearchText, searchTextOf } from "./rule-terms.ts";

const rule = { name: "", description: "", tags: [], globs: [], content: "" };

it.each([
  [{ name: "cart" }, 3],
  [{ description: "cart" }, 2],
  [{ tags: ["cart"] }, 2],
  [{ globs: ["cart"] }, 1],
  [{ content: "cart" }, 1],
  [{ name: "cart", content: "cart cart" }, 5],
])("counts a word by its field: %j", (fields, frequency) => {
  const { frequencies, length } = countRuleTerms({ ...rule, ...fields });
  expect([...frequencies]).toEqual([["cart", frequency]]);
  expect(length).toBe(frequency);
});

it("counts a word at most 255 times, but not in the length of the rule", () => {
  const { frequencies, length } = countRuleTerms({ ...rule, name: "cart ".repeat(86), content: "total" });
  expect([...frequencies]).toEqual([
    ["cart", 255],
    ["total", 1],
  ]);
  expect(length).toBe(86 * 3 + 1);
});

it("embeds the name, the description, the tags and the content", () => {
  expect(searchTextOf({ name: "a", description: "b", tags: ["c", "d"], content: "e" })).toBe("a\nb\nc, d\ne");
  expect(searchTextOf({ name: "a", description: "", tags: [], content: "e" })).toBe("a\ne");
});

it.each([
  ["a".repeat(4000), 4000],
  ["a".repeat(4001), 4000],
  [`${"a".repeat(3999)}😀`, 3999],
  [`${"a".repeat(3998)}😀a`, 4000],
])("embeds at most 4,000 characters, and no half of a pair", (text, length) => {
  expect(cutSearchText(text)).toBe(text.slice(0, length));
});
