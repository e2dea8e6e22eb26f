import { createRule } from "@precept/core";
import { expect, it } from "vitest";
import { reportConflict } from "./report-conflict.ts";

it.each([
  [1, ""],
  [2, " See 1.md:1."],
  [6, " See 1.md:1, 2.md:1, 3.md:1, 4.md:1, 5.md:1."],
  [7, " See 1.md:1, 2.md:1, 3.md:1, 4.md:1, 5.md:1, …."],
])("a conflict of %i rules names at most five places in other rules", (count, see) => {
  const rules = Array.from({ length: count }, (_, at) =>
    createRule({ id: `project:${at}`, name: `rule-${at}`, origin: { store: "fs", path: `${at}.md` } }),
  );
  const conflict = {
    kind: "duplicateContent" as const,
    ids: rules.map(({ id }) => id),
    names: rules.map(({ name }) => name),
    detail: "They have the same text.",
  };
  const { file, message } = reportConflict(conflict, new Map(rules.map((rule) => [rule.id, rule])), () => "Text.\n");
  expect([file, message]).toEqual(["0.md", `They have the same text.${see}`]);
});

it.each([
  [undefined, undefined, "conflict/duplicate-content"],
  ["precept", "precept", "conflict/duplicate-content"],
  ["precept", "cursor", "conflict/copies"],
  ["claude", "gemini", "conflict/copies"],
])("reports equal texts of the dialects %s and %s as %s", (first, second, code) => {
  const rules = [first, second].map((dialect, at) =>
    createRule({
      id: `project:${at}`,
      name: `rule-${at}`,
      origin: { store: "fs", path: `${at}.md`, ...(dialect !== undefined && { dialect }) },
    }),
  );
  const conflict = {
    kind: "duplicateContent" as const,
    ids: rules.map(({ id }) => id),
    names: rules.map(({ name }) => name),
    detail: "They have the same text.",
  };
  expect(reportConflict(conflict, new Map(rules.map((rule) => [rule.id, rule])), () => "Text.\n").code).toBe(code);
});
