import { expect, it } from "vitest";
import { describeText, ownDescription } from "./own-description.ts";

it.each([
  ["Store amounts in cents. Never use floats.", "Store amounts in cents."],
  ["# Amounts\n\nStore them in cents.", "Amounts"],
  ["1. Read `cart.ts` first", "Read `cart.ts` first"],
  ["- **Why:** it was 1.5 before! Now 2.", "Why:** it was 1.5 before!"],
  ["word ".repeat(30), "word ".repeat(20).trim()],
  ["x".repeat(200), "x".repeat(100)],
  ["金額はセントで保存する。浮動小数は使わない。", "金額はセントで保存する。浮動小数は使わない。"],
  ["```\ncode\n```", ""],
  ["---", ""],
  ["", ""],
])("describes the text %j: %j", (text, description) => {
  expect(describeText(text)).toBe(description);
});

it.each([
  ["The unit of amounts", "The unit of amounts"],
  ["Store  amounts in cents", ""],
  ["Amounts", "Amounts"],
  ["", ""],
  ["Store amounts in euros", "Store amounts in euros"],
])("a rule with the description %j says more with it: %j", (description, own) => {
  expect(ownDescription({ description, content: "# Store amounts\nin cents." })).toBe(own);
});
