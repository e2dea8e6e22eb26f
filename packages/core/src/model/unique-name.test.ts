import { expect, it } from "vitest";
import { createRule } from "./create-rule.ts";
import { declaresSameName } from "./save-rule.ts";
import type { Rule } from "./rule.ts";

const rule = (overrides: Partial<Rule> = {}): Rule => ({
  ...createRule({ id: "project:a", name: "a", origin: { store: "fs" } }),
  ...overrides,
});

it.each<[boolean, string, Partial<Rule>]>([
  [true, "a rule of the same name", { id: "project:b" }],
  [false, "another name", { name: "b" }],
  [false, "another scope", { scope: "global" }],
  [false, "an overlay", { origin: { store: "fs", overlay: true } }],
  [false, "a rule of another session", { origin: { store: "fs", session: "chat" } }],
  [false, "a label", { origin: { store: "fs", label: true } }],
])("declaresSameName is %s for %s", (expected, _, overrides) => {
  expect([declaresSameName(rule(), rule(overrides)), declaresSameName(rule(overrides), rule())]).toEqual([expected, expected]);
});

it("compares users and projects if both rules have one", () => {
  expect(declaresSameName(rule({ userId: "ada" }), rule({ userId: "bob" }))).toBe(false);
  expect(declaresSameName(rule({ userId: "ada" }), rule())).toBe(true);
  expect(declaresSameName(rule({ projectId: "shop" }), rule({ projectId: "blog" }))).toBe(false);
});
