import { addUse, type RuleUse } from "@precept/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addTallies, type Tally } from "./usage.ts";

const use: fc.Arbitrary<RuleUse> = fc.record(
  {
    ids: fc.constant(["a"]),
    at: fc.integer({ min: 0, max: 9 }).map((second) => `2026-11-21T00:00:0${second}.000Z`),
    session: fc.constantFrom("one", "two"),
    tool: fc.constantFrom("claude", "constructor"),
  },
  { requiredKeys: ["ids", "at"] },
);

function tallyOf({ at, session, tool }: RuleUse): Tally {
  return {
    count: 1,
    lastUsedAt: at,
    ...(session !== undefined && { lastSession: session, lastSessionAt: at }),
    tools: tool === undefined ? {} : { [tool]: 1 },
  };
}

it("adding tallies counts uses as core does, if they are in the order of their times", () => {
  fc.assert(
    fc.property(fc.array(use, { minLength: 1, maxLength: 10 }), (uses) => {
      const inOrder = uses.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
      const [first, ...others] = inOrder.map(tallyOf);
      if (first === undefined) return;
      const { lastSessionAt: _, ...usage } = others.reduce(addTallies, first);
      let expected: ReturnType<typeof addUse> | undefined;
      for (const one of inOrder) expected = addUse(expected, one);
      expect(usage).toEqual(expected);
    }),
  );
});

it("adding tallies has the same result in any order, for uses at different times", () => {
  const distinct = fc.uniqueArray(use, { minLength: 1, maxLength: 8, selector: ({ at }) => at });
  fc.assert(
    fc.property(distinct, fc.nat(7), (uses, shift) => {
      const tallies = uses.map(tallyOf);
      const rotated = [...tallies.slice(shift), ...tallies.slice(0, shift)];
      const sum = (all: readonly Tally[]) => all.reduce<Tally | undefined>(addTallies, undefined);
      expect(sum(rotated)).toEqual(sum(tallies));
    }),
  );
});
