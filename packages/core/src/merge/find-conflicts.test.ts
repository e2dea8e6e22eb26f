import { expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import { aRule } from "../testing/rules.ts";
import { findConflicts } from "./find-conflicts.ts";

const low = aRule({ id: "low", name: "a", scope: "global" });

it("finds names that are declared at several scopes or twice at one, whatever the rules apply to", () => {
  const rules = [
    low,
    aRule({ id: "high", name: "a", inclusion: "manual" }),
    aRule({ id: "one", name: "b", globs: ["*.ts"], inclusion: "fileMatch" }),
    aRule({ id: "two", name: "b", globs: ["*.py"], inclusion: "fileMatch" }),
  ];
  expect(findConflicts(rules).map(({ kind, ids }) => [kind, ...ids])).toEqual([
    ["shadowed", "high", "low"],
    ["duplicateName", "one", "two"],
  ]);
});

it.each<[string, Partial<RuleInput>]>([
  ["says that it overrides", { override: true }],
  ["is disabled", { enabled: false }],
  ["waits for approval", { pending: true }],
  ["is only called like its file", { origin: { store: "fs", label: true } }],
])("finds none where the higher rule %s", (_, input) => {
  expect(findConflicts([low, aRule({ id: "high", name: "a", ...input })])).toEqual([]);
});

it("finds none between a shared rule and the overlay that is meant to replace it", () => {
  const shared = aRule({ id: "shared", name: "a" });
  const mine = aRule({ id: "mine", name: "a", origin: { store: "fs", overlay: true } });
  expect(findConflicts([shared, mine])).toEqual([]);
});

it("finds none with a rule that is superseded", () => {
  const old = aRule({ id: "old", name: "a" });
  expect(findConflicts([old, aRule({ id: "new", name: "a", replaces: ["old"] })])).toEqual([]);
});

it("finds texts that are there twice, contradictions, and patterns that match no file of the project", () => {
  const text = "Errors carry a code that callers can compare.";
  const rules = [
    aRule({ id: "one", name: "a", content: text }),
    aRule({ id: "two", name: "b", content: `${text}\n` }),
    aRule({ id: "three", name: "c", content: "Always use named exports.", inclusion: "fileMatch", globs: ["lib/**"] }),
    aRule({ id: "four", name: "d", content: "Never use named exports." }),
  ];
  expect(findConflicts(rules, { files: ["src/a.ts"] }).map(({ kind, ids }) => [kind, ...ids])).toEqual([
    ["duplicateContent", "one", "two"],
    ["contradiction", "three", "four"],
    ["unreachableGlob", "three"],
  ]);
});

it("compares of rules with one name only the one that stays", () => {
  const rules = [
    aRule({ id: "low", name: "a", scope: "global", content: "Always use named exports." }),
    aRule({ id: "high", name: "a", content: "Never use named exports.", override: true }),
  ];
  expect(findConflicts(rules)).toEqual([]);
});
