import { anyCodePoint } from "@precept/testing";
import { extractReferences } from "@precept/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isRuleName } from "@precept/workspace";
import { nameFromText } from "./name-from-text.ts";

it.each([
  ["Store amounts in cents, never as floats.", "store-amounts-in-cents-never"],
  ["# Use `pnpm`\n\nNot npm.", "use-pnpm-not-npm"],
  ["Größe zuerst", "größe-zuerst"],
  ["金額はセントで保存する。", "金額はセントで保存する"],
  ["ใช้น้ำเงินเป็นสีหลัก", "ใช้น้ำเงินเป็นสีหลัก"],
  ["e\u0301tat vide", "état-vide"],
  ["--- \n***", "memory"],
  ["x".repeat(100), "x".repeat(20)],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(41), "x".repeat(20)],
  [`${"x".repeat(20)} ${"y".repeat(19)} z`, `${"x".repeat(20)}-${"y".repeat(19)}`],
  [`${"x".repeat(20)} ${"y".repeat(20)}`, "x".repeat(20)],
  ["a b c d e f", "a-b-c-d-e"],
])("makes a name from %j: %j", (text, name) => {
  expect(nameFromText(text, () => false)).toBe(name);
});

it("adds a number to a name that is taken", () => {
  expect(nameFromText("Use tabs", (name) => ["use-tabs", "use-tabs-2"].includes(name))).toBe("use-tabs-3");
});

it("makes a valid name from any text, by which a prompt can refer to the rule", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      const name = nameFromText(text, () => false);
      expect(isRuleName(name)).toBe(true);
      expect(extractReferences([{ content: `Follow @${name}` }], (one) => one === name).rules).toEqual([name]);
    }),
  );
});
