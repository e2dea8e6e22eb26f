import { createRule, promptFormats, resolve, RuleIndex, type Rule, type TokenCounter } from "@precept/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { hostileText } from "../test/hostile-text.ts";
import { createTokenCounter } from "./create-token-counter.ts";

const counters: readonly [name: string, counter: TokenCounter][] = [
  ["tokenx", await createTokenCounter()],
  ["gpt-5", await createTokenCounter({ counter: "gpt-tokenizer", model: "gpt-5" })],
  ["gpt-4", await createTokenCounter({ counter: "gpt-tokenizer", model: "gpt-4" })],
  ["claude-opus-4-7", await createTokenCounter({ counter: "gpt-tokenizer", model: "claude-opus-4-7" })],
  ["four characters", await createTokenCounter({ counter: "characters" })],
];

const anyText = fc.oneof(
  hostileText(120),
  fc.string({
    unit: fc.constantFrom("/", "*", "***\n", "```\n", "\r", "    ", "\n", ");", "}", "a", "<rule", "# "),
    maxLength: 40,
  }),
);

const anyRules: fc.Arbitrary<readonly Rule[]> = fc
  .array(fc.record({ description: anyText, content: anyText, isRequestable: fc.boolean() }), { minLength: 1, maxLength: 5 })
  .map((rules) =>
    rules.map(({ isRequestable, ...texts }, at) =>
      createRule({ id: `${at}`, name: `rule-${at}`, inclusion: isRequestable ? "agentRequested" : "always", ...texts }),
    ),
  );

it.each(counters)("a budget of tokens holds for the whole prompt, whatever the texts (%s)", (_, counter) => {
  fc.assert(
    fc.property(
      anyRules,
      fc.constantFrom(...promptFormats),
      fc.constantFrom("drop", "ellipsis"),
      fc.integer({ min: 0, max: 250 }),
      (rules, format, overflow, tokens) => {
        const budget = { tokens, overflow } as const;
        const options = { budget, format, tokens: counter };
        const { prompt, totals, requestable, dropped, applied, skipped } = resolve(new RuleIndex(rules), {}, options);
        expect(counter.count(prompt)).toBeLessThanOrEqual(totals.promptTokens);
        expect(totals.promptTokens).toBeLessThanOrEqual(tokens);
        // Each rule is in the prompt, or the answer says why not.
        const named = [...applied, ...dropped, ...skipped].map(({ rule }) => rule);
        expect(new Set([...named, ...requestable.listed, ...requestable.leftOut])).toEqual(new Set(rules));
      },
    ),
  );
});
