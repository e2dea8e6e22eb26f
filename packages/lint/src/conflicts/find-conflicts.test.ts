import { expect, it } from "vitest";
import type { RuleInput } from "@precept/core";
import { buildRule } from "../../../core/test/rules.ts";
import { findConflicts } from "./find-conflicts.ts";

const low = buildRule({ id: "low", name: "a", scope: "global" });

it("finds names that are declared in several scopes or twice in one scope, regardless of inclusion", () => {
  const rules = [
    low,
    buildRule({ id: "high", name: "a", inclusion: "manual" }),
    buildRule({ id: "one", name: "b", globs: ["*.ts"], inclusion: "fileMatch" }),
    buildRule({ id: "two", name: "b", globs: ["*.py"], inclusion: "fileMatch" }),
  ];
  expect(findConflicts(rules).map(({ kind, ids }) => [kind, ...ids])).toEqual([
    ["shadowed", "high", "low"],
    ["duplicateName", "one", "two"],
  ]);
});

it.each<[string, Partial<RuleInput>]>([
  ["has `override: true`", { override: true }],
  ["is disabled", { enabled: false }],
  ["waits for approval", { pending: true }],
  ["is named after its file", { origin: { store: "fs", label: true } }],
])("finds none if the higher rule %s", (_, input) => {
  expect(findConflicts([low, buildRule({ id: "high", name: "a", ...input })])).toEqual([]);
});

it("finds none between a shared rule and the overlay that replaces it", () => {
  const shared = buildRule({ id: "shared", name: "a" });
  const mine = buildRule({ id: "mine", name: "a", origin: { store: "fs", overlay: true } });
  expect(findConflicts([shared, mine])).toEqual([]);
});

it("finds none with a superseded rule", () => {
  const old = buildRule({ id: "old", name: "a" });
  expect(findConflicts([old, buildRule({ id: "new", name: "a", replaces: ["old"] })])).toEqual([]);
});

it("finds duplicate texts, contradictions, and globs that match no file of the project", () => {
  const text = "Errors carry a code that callers can compare.";
  const rules = [
    buildRule({ id: "one", name: "a", content: text }),
    buildRule({ id: "two", name: "b", content: `${text}\n` }),
    buildRule({ id: "three", name: "c", content: "Always use named exports.", inclusion: "fileMatch", globs: ["lib/**"] }),
    buildRule({ id: "four", name: "d", content: "Never use named exports." }),
  ];
  expect(findConflicts(rules, { files: ["src/a.ts"] }).map(({ kind, ids }) => [kind, ...ids])).toEqual([
    ["duplicateContent", "one", "two"],
    ["contradiction", "three", "four"],
    ["unreachableGlob", "three"],
  ]);
});

it("compares only the rule with the highest precedence of those with the same name", () => {
  const rules = [
    buildRule({ id: "low", name: "a", scope: "global", content: "Always use named exports." }),
    buildRule({ id: "high", name: "a", content: "Never use named exports.", override: true }),
  ];
  expect(findConflicts(rules)).toEqual([]);
});
