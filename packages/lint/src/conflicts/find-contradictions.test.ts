import { describe, expect, it, vi } from "vitest";
import type { RuleInput } from "@precept/core";
import { buildFileRule, buildRule } from "../../../core/test/rules.ts";
import { findContradictions } from "./find-contradictions.ts";

/** The quotes of the contradictions between two rules. */
function quotes(left: string, right: string, inputs: readonly Partial<RuleInput>[] = []): readonly string[][] {
  const rules = [left, right].map((content, at) => buildRule({ name: at === 0 ? "left" : "right", content, ...inputs[at] }));
  return findContradictions(rules).map(({ locations = [] }) => locations.map(({ quote }) => quote));
}

describe("contradictions", () => {
  it.each([
    ["Always use named exports.", "Never use named exports."],
    ["- Never commit to main", "- Commit to main"],
    ["- Never commit to `main`", "- Always commit directly to main after review"],
    ["Do not write JSDoc comments.", "All functions must have JSDoc comments."],
    ["**Never** force-push.", "Force-push after a rebase."],
    ["Default exports are forbidden.", "Use default exports."],
    ["## Avoid\n\n- default exports\n", "Use default exports."],
    ["❌ default exports", "Use default exports."],
    ["You must not log request bodies.", "Always log request bodies."],
    ["Squash commits before merging", "Never squash commits before merging"],
    ["Don't write tests first.", "Write tests first."],
    ["Prefer composition over inheritance", "Prefer inheritance over composition"],
    ["Use interfaces.", "Use type aliases instead of interfaces."],
    ["Use arrow functions", "Avoid arrow functions; use function declarations."],
    ["Avoid classes and enums.", "Use enums."],
    ["Never use `any`.", "Use `any`."],
    ["Use tabs for indentation", "Indent with 2 spaces."],
    ["Use 2 spaces for indentation", "Use 4 spaces for indentation."],
    ["Use Jest for unit tests.", "Write tests with Vitest."],
    ["Always use semicolons.", "No semicolons."],
    ["Use single quotes for strings", "Prefer double quotes"],
    ["Prefer named exports.", "Use default exports."],
    ["Use pnpm as the package manager.", "Use npm to install dependencies."],
    ["Keep lines under 100 characters", "Max line length is 80 characters"],
    ["Use kebab-case for file names", "Use PascalCase for files"],
    ["Use Zustand for state management", "Use Redux for state management"],
    ["Answer in German.", "Answer in English."],
    ["Store amounts in cents, never as floats.", "Store amounts as floats."],
    ["Write dates in UTC, not in local time.", "Always write dates in local time."],
    ["Never use `any`.", "> ```ts\n> let a: any\n\nUse `any`."],
  ])("are found between %j and %j", (left, right) => {
    expect(quotes(left, right)).toHaveLength(1);
    expect(quotes(right, left)).toHaveLength(1);
  });

  it.each([
    ["different subjects", "Always use named exports.", "Never use default exports."],
    ["a condition", "Never use default exports unless a framework asks for one.", "Use default exports."],
    ["a condition in the other rule", "Never use classes.", "Use classes when state is shared."],
    ["a degree", "Avoid unnecessary comments.", "Use comments."],
    ["an exception in brackets", "Never use default exports (except in pages).", "Use default exports."],
    ["an anti-pattern", "## Anti-patterns\n\n- Use default exports", "Never use default exports."],
    ["code", "Never use tabs.\n", "Example:\n\n```md\nUse tabs.\n```\n"],
    ["a title", "Avoid state management.", "## State management\n\nState management:\n"],
    ["another language", "In Python, use snake_case for functions.", "TypeScript: use camelCase for functions."],
    ["another framework", "# React\n\nUse classes.", "# Vue\n\nAvoid classes."],
    ["another label", "Tests: use default exports.", "Components: avoid default exports."],
    ["two accepted options", "Use Jest or Vitest for tests.", "Use Mocha for tests."],
    ["a preference and its reason", "Prefer small functions.", "Avoid functions that do several things."],
    ["what only the other clause forbids", "Store amounts in cents, never as floats.", "Store amounts in cents."],
    ["a question", "Use default exports?", "Never use default exports."],
  ])("are not found if one is about %s", (_, left, right) => {
    expect(quotes(left, right)).toEqual([]);
  });

  const [yes, no] = ["Use named exports.", "Never use named exports."];
  const fileMatch = (...globs: string[]): Partial<RuleInput> => ({ inclusion: "fileMatch", globs });

  it.each<[string, readonly Partial<RuleInput>[]]>([
    ["patterns that can match one file", [fileMatch("src/**"), fileMatch("**/*.ts")]],
    ["a rule that always applies and a rule for files", [{}, fileMatch("**/*.ts")]],
    ["a rule that always applies and a rule that the agent requests", [{}, { inclusion: "agentRequested" }]],
    ["one tool in common", [{ targets: ["cursor", "claude"] }, { targets: ["claude"] }]],
    ["different scopes", [{ scope: "project" }, { scope: "user" }]],
  ])("are found between rules with %s", (_, inputs) => {
    expect(quotes(yes, no, inputs)).toHaveLength(1);
  });

  it.each<[string, readonly Partial<RuleInput>[]]>([
    ["patterns that share no file", [fileMatch("src/**/*.ts"), fileMatch("lib/**")]],
    ["a pattern that the other one excludes", [fileMatch("**/*.ts", "!**/*.ts"), fileMatch("**/*.ts")]],
    ["different tools", [{ targets: ["cursor"] }, { targets: ["claude"] }]],
    ["different contexts", [{ contexts: ["review"] }, { contexts: ["deploy"] }]],
    ["different users", [{ userId: "ada" }, { userId: "bob" }]],
    ["different projects", [{ projectId: "a" }, { projectId: "b" }]],
    ["conditions that exclude each other", [{ conditions: { stage: "draft" } }, { conditions: { stage: "final" } }]],
    ["a rule that must be requested by name", [{ inclusion: "manual" }, {}]],
    ["inclusion `agentRequested` on both", [{ inclusion: "agentRequested" }, { inclusion: "agentRequested" }]],
    [
      "different base directories",
      [{ origin: { store: "fs", base: "packages/web" } }, { origin: { store: "fs", base: "packages/api" } }],
    ],
  ])("are not found between rules with %s", (_, inputs) => {
    expect(quotes(yes, no, inputs)).toEqual([]);
  });

  it("are not found in a rule that contains both instructions", () => {
    expect(quotes(`${yes}\n${no}`, no)).toEqual([]);
  });

  it("have both locations, and are reported once for all rules with the same instruction", () => {
    const rules = [
      buildFileRule("a.md", { content: "# Exports\n\nText. Never use named exports, please.\n" }),
      buildFileRule("b.md", { content: "Use named exports." }),
      buildFileRule("c.md", { content: "Always use named exports." }),
    ];
    const [conflict, ...others] = findContradictions(rules);
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      kind: "contradiction",
      names: ["a", "b", "c"],
      detail: '"a" says "Never use named exports, please", and "b" says "Use named exports", like 1 more rule.',
    });
    expect(conflict?.locations?.map(({ file, start }) => [file, start])).toEqual([
      ["a.md", 17],
      ["b.md", 0],
      ["c.md", 0],
    ]);
  });

  it("are not found between different words that have the same hash", () => {
    expect(quotes("Never use zinke.", "Always use altarage.")).toEqual([]);
    expect(quotes("Never use zinke.", "Always use zinke.")).toHaveLength(1);
  });

  it("are looked for in long rules without reading their texts again for each line", () => {
    const lines = (start: string) => Array.from({ length: 300 }, (_, at) => `- ${start} the widget${at}.\n`).join("");
    const rules = [lines("Never use"), lines("Always use")].map((content, at) => {
      const rule = buildRule({ name: `r${at}`, content, targets: [at === 0 ? "cursor" : "claude"] });
      const read = vi.fn<() => string>(() => content);
      return { read, rule: Object.defineProperty({ ...rule }, "content", { get: read }) };
    });
    expect(findContradictions(rules.map(({ rule }) => rule))).toEqual([]);
    for (const { read } of rules) expect(read.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it("are found in linear time, however many rules have the same instruction", { tags: "slow" }, () => {
    const rules = Array.from({ length: 2000 }, (_, at) => buildRule({ name: `r${at}`, content: at % 2 === 0 ? yes : no }));
    expect(findContradictions(rules).length).toBeLessThanOrEqual(1000);
  });
});
