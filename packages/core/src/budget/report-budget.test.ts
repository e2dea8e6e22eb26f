import { describe, expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import type { RuleInput } from "../model/rule.ts";
import { resolve } from "../resolve/resolve.ts";
import { buildFileRule, buildRule } from "../../test/rules.ts";
import type { BudgetOptions } from "./options.ts";

function diagnosticsOf(rules: readonly Partial<RuleInput>[], budget: BudgetOptions) {
  return resolve(new RuleIndex(rules.map((rule) => buildRule(rule))), {}, { budget }).diagnostics;
}

describe("a dropped or truncated rule", () => {
  it("is reported with its file, size, the limit and a hint", () => {
    const rule = buildFileRule(".precept/rules/money.md", { content: "x".repeat(200_000) });
    expect(resolve(new RuleIndex([rule]), {}).diagnostics).toEqual([
      {
        code: "budget/rule-dropped",
        severity: "warning",
        message:
          'The rule "money" (200,000 characters, ~50,000 tokens) was dropped: it is larger than the whole budget of 100,000 characters.',
        hint: "Shorten or split the rule, or raise `budget.characters`.",
        file: ".precept/rules/money.md",
        incomplete: true,
      },
    ]);
  });

  it.each<[string, BudgetOptions, RegExp]>([
    ["characters", { characters: 9 }, /leave no room in the budget of 9 characters\.$/],
    ["tokens", { tokens: 20 }, /leave no room in the budget of 20 tokens, in which headings and delimiters count too\.$/],
    [
      "larger, in tokens",
      { tokens: 1 },
      /larger than the whole budget of 1 token, in which headings and delimiters count too\.$/,
    ],
    ["rules", { rules: 1 }, /no more than 1 rule may apply\.$/],
    ["dialectRules", { dialectRules: 1 }, /no more than 1 rule from other tools' files may apply\.$/],
  ])("names the limit: %s", (_, budget, reason) => {
    const origin = { store: "fs", dialect: "cursor" };
    const found = diagnosticsOf(
      [
        { name: "a", content: "12345", origin },
        { name: "b", content: "12345", origin },
      ],
      budget,
    );
    expect(found.at(-1)?.message).toMatch(reason);
    expect(found.every(({ code, incomplete }) => code === "budget/rule-dropped" && incomplete)).toBe(true);
  });

  it("is an error if it has absolute authority, and is reported first", () => {
    const found = diagnosticsOf(
      [
        { name: "a", content: "123456", priority: 90 },
        { name: "law", content: "123456", authority: "absolute" },
        { name: "order", content: "12345", authority: "absolute", priority: 60 },
      ],
      { characters: 10 },
    );
    expect(found.map(({ code, severity, message }) => [code, severity, message.slice(0, 38)])).toEqual([
      ["budget/absolute-dropped", "error", 'The rule "law" of absolute authority ('],
      ["budget/rule-dropped", "warning", 'The rule "a" (6 characters, ~2 tokens)'],
    ]);
  });

  it.each([
    ["default", "budget/rule-cut", "warning"],
    ["absolute", "budget/absolute-cut", "error"],
  ] as const)("is reported if it is truncated: authority %s", (authority, code, severity) => {
    const found = diagnosticsOf([{ name: "a", content: "word ".repeat(100), authority }], {
      characters: 60,
      overflow: "ellipsis",
    });
    expect(found).toMatchObject([{ code, severity, incomplete: true }]);
    expect(found[0]?.message).toContain("(500 characters, ~125 tokens) was truncated to 60 characters: it is larger than");
  });
});

it("reports nothing if all rules fit", () => {
  expect(diagnosticsOf([{ name: "a" }], {})).toEqual([]);
});
