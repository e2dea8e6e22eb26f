import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import { estimatedTokens, type TokenCounter } from "../ports/token-counter.ts";
import { anyText, isWellFormed } from "../../test/arbitraries.ts";
import { measureLength } from "../text/measure-length.ts";
import { buildAppliedRule, buildMatch, buildRule } from "../../test/rules.ts";
import { composePrompt, joinParts } from "../compose/format.ts";
import { applyBudget, ellipsisMarker } from "./budget.ts";
import type { BudgetOptions } from "./options.ts";

const words: TokenCounter = { id: "words", count: (text) => text.split(/\s+/).filter((word) => word !== "").length };

/** The estimated tokens of the title of the prompt. The heading of a rule adds 7 characters to its text, its end 2. */
const frame = estimatedTokens.count("## Agent Rules\n\nThe following rules guide your behavior:\n\n");

/** Applies a budget to rules of descending priority. */
function spend(contents: readonly (string | Partial<RuleInput>)[], options: BudgetOptions, counter = estimatedTokens) {
  const rules = contents.map((one, position) =>
    buildRule({
      id: String(position),
      name: String(position),
      priority: 100 - position,
      ...(typeof one === "string" ? { content: one } : one),
    }),
  );
  const outcome = applyBudget(
    rules.map((rule) => ({ ...buildMatch(rule), content: rule.content })),
    options,
    counter,
  );
  return {
    applied: outcome.applied.map(({ rule, content, cut }) => [rule.id, cut ? content : "whole"]),
    dropped: outcome.dropped.map(({ rule, limit }) => [rule.id, limit]),
    outcome,
  };
}

describe("without options", () => {
  it.each([
    [100_000, 1],
    [100_001, 0],
  ])("%i characters fit: %i rule", (length, count) => {
    expect(spend(["x".repeat(length)], {}).applied).toHaveLength(count);
  });

  it.each([
    [64, 0],
    [65, 1],
  ])("of %i rules in dialects of other tools, %i are dropped", (count, dropped) => {
    const rules = Array.from({ length: count }, () => ({ content: "", origin: { store: "fs", dialect: "cursor" } }));
    expect(spend(rules, {}).dropped.map(([, limit]) => limit)).toEqual(Array.from({ length: dropped }, () => "dialectRules"));
  });
});

describe("the limit", () => {
  it.each<[string, readonly (string | Partial<RuleInput>)[], BudgetOptions, included: string[], dropped: string[][]]>([
    ["characters", ["1234", "567", "8"], { characters: 7 }, ["0", "1"], [["2", "characters"]]],
    ["characters, exactly used", ["1234", "567"], { characters: 7 }, ["0", "1"], []],
    ["bytes", ["éé", "é", "a"], { bytes: 6 }, ["0", "1"], [["2", "bytes"]]],
    ["bytes, one rule larger", ["éééé", "a"], { bytes: 6 }, ["1"], [["0", "larger"]]],
    ["tokens", ["12345678", "1234", "1"], { tokens: frame + 5 + 4 }, ["0", "1"], [["2", "tokens"]]],
    ["tokens, exactly used", ["12345678", "1234", "1"], { tokens: frame + 5 + 4 + 3 }, ["0", "1", "2"], []],
    ["tokens, too few for the title of the prompt", [""], { tokens: frame }, [], [["0", "larger"]]],
    ["rules", ["a", "b", "c"], { rules: 2 }, ["0", "1"], [["2", "rules"]]],
    ["0 rules", ["a"], { rules: 0 }, [], [["0", "rules"]]],
    ["0 characters", ["a", ""], { characters: 0 }, ["1"], [["0", "larger"]]],
  ])("of %s drops the rest", (_, contents, options, included, dropped) => {
    const result = spend(contents, options);
    expect(result.applied.map(([id]) => id)).toEqual(included);
    expect(result.dropped).toEqual(dropped);
  });

  it("is 100,000 characters by default", () => {
    expect(spend(["x".repeat(60_000), "x".repeat(40_000), "x"], {}).dropped).toEqual([["2", "characters"]]);
  });

  it("of rules from other tools' files is 64 by default, and does not apply to native rules", () => {
    const foreign = Array.from({ length: 66 }, () => ({ content: "x", origin: { store: "fs", dialect: "cursor" } }));
    const native = { content: "x", origin: { store: "fs", dialect: "precept" } };
    const { dropped } = spend([...foreign, native, "x"], {});
    expect(dropped).toEqual([
      ["64", "dialectRules"],
      ["65", "dialectRules"],
    ]);
    expect(spend([...foreign, native], { dialectRules: 66 }).dropped).toEqual([]);
  });
});

it("drops all rules after the first that does not fit, even if they would fit", () => {
  expect(spend(["12345", "678901", "2"], { characters: 10 }).dropped).toEqual([
    ["1", "characters"],
    ["2", "characters"],
  ]);
});

it("drops only the rule that is larger than the whole budget", () => {
  expect(spend(["1", "x".repeat(11), "2"], { characters: 10 }).dropped).toEqual([["1", "larger"]]);
  expect(spend(["1", "x".repeat(50), "2"], { tokens: frame + 10 }).dropped).toEqual([["1", "larger"]]);
});

it("accepts rules of absolute authority first, and keeps the order of the prompt", () => {
  const { applied, dropped } = spend(["12345", { content: "678901", authority: "absolute" }, "23"], { characters: 8 });
  expect(applied).toEqual([["1", "whole"]]);
  expect(dropped).toEqual([
    ["0", "characters"],
    ["2", "characters"],
  ]);
});

it("keeps no rule of default authority if one of absolute authority is dropped", () => {
  const absolute = { content: "123456", authority: "absolute" } as const;
  expect(spend([absolute, absolute, "1"], { characters: 10 }).dropped).toEqual([
    ["1", "characters"],
    ["2", "characters"],
  ]);
});

it("reports the size of a dropped rule", () => {
  expect(spend(["x".repeat(50)], { characters: 10 }).outcome.dropped).toMatchObject([{ characters: 50, tokens: 13 }]);
});

describe("with `ellipsis`", () => {
  const long = "word ".repeat(100);

  it("truncates the first rule that does not fit, and drops the rest", () => {
    const { applied, dropped } = spend(["12345", long, "1"], { characters: 60, overflow: "ellipsis" });
    expect(applied).toEqual([
      ["0", "whole"],
      ["1", `word word word word wor${ellipsisMarker}`],
    ]);
    expect(dropped).toEqual([["2", "characters"]]);
  });

  it("truncates a rule that is larger than the whole budget", () => {
    const { applied } = spend([long], { characters: 60, overflow: "ellipsis" });
    expect(applied[0]?.[1]).toHaveLength(60);
  });

  it("drops the rules after a truncated one for the same limit", () => {
    expect(spend([long, "1"], { characters: 60, overflow: "ellipsis" }).dropped).toEqual([["1", "characters"]]);
    expect(spend([long, "1"], { tokens: frame + 25, overflow: "ellipsis" }).dropped).toEqual([["1", "tokens"]]);
  });

  it("counts the tokens of the marker", () => {
    // 9 words in the title of the prompt, and 2 in the heading of the rule.
    const { applied } = spend([long], { tokens: 9 + 2 + 10, overflow: "ellipsis" }, words);
    expect(applied).toEqual([["0", `word word word${ellipsisMarker}`]]);
  });

  it.each([
    ["no room for more than the marker", "x".repeat(50), long, 50 + ellipsisMarker.length],
    ["room for blank lines only", "x".repeat(9), `\n\n\n${long}`, 12 + ellipsisMarker.length],
    ["room for half a character", "x", "😀".repeat(50), 2 + ellipsisMarker.length],
  ])("drops a rule of which no text fits: %s", (_, first, second, characters) => {
    const { applied, dropped } = spend([first, second], { characters, overflow: "ellipsis" });
    expect(applied).toEqual([["0", "whole"]]);
    expect(dropped).toEqual([["1", "larger"]]);
  });

  it("drops rules above the maximum number", () => {
    expect(spend(["a", long], { rules: 1, overflow: "ellipsis" }).dropped).toEqual([["1", "rules"]]);
  });

  it("does not split characters, and respects the limits", () => {
    const text = fc
      .oneof(anyText, fc.string({ unit: fc.constantFrom("a", " ", "😀", "é"), minLength: 20, maxLength: 80 }))
      .filter((one) => isWellFormed(one));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 5 }),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (contents, characters, tokens, bytes) => {
          const { applied, parts } = spend(contents, { characters, bytes, tokens, overflow: "ellipsis" }).outcome;
          for (const { content, cut, rule } of applied) {
            expect(isWellFormed(content)).toBe(true);
            const included = cut ? content.slice(0, -ellipsisMarker.length) : content;
            expect(cut ? included !== "" && rule.content.startsWith(included) : included === rule.content).toBe(true);
          }
          expect(applied.reduce((sum, rule) => sum + rule.characters, 0)).toBeLessThanOrEqual(characters);
          expect(estimatedTokens.count(joinParts(parts))).toBeLessThanOrEqual(tokens);
          expect(applied.reduce((sum, rule) => sum + measureLength(rule.content, "bytes"), 0)).toBeLessThanOrEqual(bytes);
          expect(applied.map(({ content }) => [content.length, Math.ceil(content.length / 4)])).toEqual(
            applied.map((rule) => [rule.characters, rule.tokens]),
          );
          expect(applied.filter(({ cut }) => cut).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function promptOf(contents: readonly string[]): string {
  return composePrompt(contents.map((content) => buildAppliedRule(buildRule({ name: "0", content }))));
}

describe("the order of dropping", () => {
  /** A counter whose counts neither grow with the text nor add up. */
  const uneven: TokenCounter = { id: "uneven", count: (text) => (text.length * 7) % 11 };
  const anyContents = fc.array(anyText, { maxLength: 8 });
  const anyCounter = fc.constantFrom(estimatedTokens, words, uneven);

  it("keeps the total within every limit, by any counter", () => {
    const limit = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
    const anyBudget = fc
      .record({ characters: limit, bytes: limit, tokens: limit, rules: limit })
      .map((limits) => Object.fromEntries(Object.entries(limits).filter(([, max]) => max !== undefined)) as BudgetOptions);
    fc.assert(
      fc.property(
        anyContents,
        anyBudget,
        anyCounter,
        fc.constantFrom("drop", "ellipsis"),
        (contents, budget, counter, overflow) => {
          const { applied, dropped, parts } = spend(contents, { ...budget, overflow }, counter).outcome;
          const sum = (size: (text: string) => number): number =>
            applied.reduce((total, { content }) => total + size(content), 0);
          expect(sum((text) => text.length)).toBeLessThanOrEqual(budget.characters ?? Infinity);
          expect(sum((text) => measureLength(text, "bytes"))).toBeLessThanOrEqual(budget.bytes ?? Infinity);
          expect(counter.count(joinParts(parts))).toBeLessThanOrEqual(budget.tokens ?? Infinity);
          expect(applied.length).toBeLessThanOrEqual(budget.rules ?? Infinity);
          expect(applied.length + dropped.length).toBe(contents.length);
          for (const { content, tokens } of applied) expect(tokens).toBe(counter.count(content));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("is the same for all limits of tokens: no rule after the first that does not fit, except for those larger than the budget", () => {
    fc.assert(
      fc.property(anyContents, fc.integer({ min: 0, max: 60 }), anyCounter, (contents, tokens, counter) => {
        const { applied, dropped } = spend(contents, { tokens }, counter);
        const first = dropped.find(([, limit]) => limit === "tokens");
        const later = first === undefined ? [] : applied.filter(([id]) => Number(id) > Number(first[0]));
        expect(later).toEqual([]);
        const larger = dropped.filter(([, limit]) => limit === "larger");
        // The parts of a prompt are rounded up.
        for (const [id] of counter === uneven ? [] : larger)
          expect(counter.count(promptOf([contents[Number(id)] ?? ""]))).toBeGreaterThan(tokens - 2);
      }),
      { numRuns: 400 },
    );
  });
});

it.each([
  ["the same for any text", () => 7, []],
  ["no number", () => Number.NaN, ["0", "1"]],
])("ends with a counter that returns %s", (_, count, applied) => {
  expect(spend(["a", "b"], { tokens: 5 }, { id: "wrong", count }).applied.map(([id]) => id)).toEqual(applied);
});

it("counts no tokens before they are read, if they are not limited", () => {
  let counted = 0;
  const counter: TokenCounter = { id: "counting", count: (text) => (counted += text.length) };
  const { outcome } = spend(["123456", "1234"], { characters: 5 }, counter);
  expect(outcome.applied).toHaveLength(1);
  expect(counted).toBe(0);
  expect([outcome.applied[0]?.tokens, outcome.applied[0]?.tokens]).toEqual([4, 4]);
  expect(outcome.dropped[0]?.tokens).toBe(10);
});

it.each([
  ["", 0],
  ["a", 1],
  ["abcd", 1],
  ["abcde", 2],
])("estimates %j at %d tokens", (text, tokens) => {
  expect(estimatedTokens.count(text)).toBe(tokens);
});
