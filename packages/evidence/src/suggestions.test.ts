import { expect, it } from "vitest";
import type { Breach, RuleAdherence } from "./adherence.ts";
import { shareOf } from "./interval.ts";
import { isBrokenOften, isUncertain, suggestFor } from "./suggestions.ts";

const breach = (more: Partial<Breach>): Breach => ({
  at: "",
  session: "s",
  agent: "claude-code",
  subagent: null,
  policy: "P",
  file: "src/cart/a.ts",
  denied: true,
  advised: true,
  age: 0,
  mended: false,
  ...more,
});

const found = (followed: number, breaches: readonly Breach[]): RuleAdherence => ({
  id: "r",
  name: "r",
  sessions: { given: 1, followed: shareOf(0, 1), broken: 1, mended: 0, mendedAfterAdvice: 0, brokenBeforeGiven: 0 },
  followed: shareOf(followed, followed + breaches.length),
  days: [],
  breaches,
  tokens: 70,
});

const times = (count: number, more: Partial<Breach>) => Array.from({ length: count }, () => breach(more));

it.each([
  ["sooner", times(3, { age: null }), "always", undefined, ["sooner: 3 of 3 breaches came before the agent had the rule"]],
  ["again", times(3, { age: 12 }), "fileMatch", undefined, ["remind: 3 of 3 breaches came 10 prompts or more after the rule"]],
  [
    "again, more often",
    times(3, { age: 12 }),
    "fileMatch",
    20,
    ["remind: 3 of 3 breaches came 10 prompts or more after the rule"],
  ],
  ["nothing, if it is given as often", times(3, { age: 12 }), "fileMatch", 5, []],
  ["nearer", times(2, { age: 1 }), "always", undefined, [expect.stringMatching(/^nearer: 2 of 2/) as string]],
  ["enforced", times(2, { denied: false }), "fileMatch", undefined, ["enforce: 2 of 2 breaches were not denied"]],
  ["dropped", times(10, {}), "fileMatch", undefined, ["drop: it was followed on none of 10 occasions, and cost 70 tokens"]],
] as const)("a rule could be given %s", (_, breaches, inclusion, remind, expected) => {
  const suggestions = suggestFor(found(0, breaches), { inclusion, remind });
  expect(suggestions.map(({ kind, because }) => `${kind}: ${because}`)).toEqual(expected);
});

it("names the change: a number of prompts, and the directories of the breaches", () => {
  expect(suggestFor(found(0, times(2, { age: 30 })), { inclusion: "always" })).toMatchObject([
    { kind: "remind", remind: 20 },
    { kind: "nearer", globs: ["src/cart/**"] },
  ]);
  expect(suggestFor(found(0, times(2, { age: 1, file: "a.ts" })), { inclusion: "always" })).toEqual([]);
});

it("a rule is broken often if it is on more than a fifth of its occasions, and few breaches can be chance", () => {
  expect(isBrokenOften(found(0, times(1, {})))).toBe(false);
  expect(isBrokenOften(found(8, times(2, {})))).toBe(false);
  expect(isBrokenOften(found(7, times(2, {})))).toBe(true);
  expect(isUncertain(found(0, times(4, {})))).toBe(true);
  expect(isUncertain(found(0, times(5, {})))).toBe(false);
});
