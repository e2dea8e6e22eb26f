import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPattern, anySubject } from "../../test/any-pattern.ts";
import { runPattern, type PatternOutcome } from "../evaluate/pattern-runner.ts";
import { compileLinear, isLinear } from "./linear-engine.ts";

describe("the linear engine", () => {
  it("finds the same matches as V8, for every pattern that it supports", () => {
    let compared = 0;
    fc.assert(
      fc.property(anyPattern, fc.array(anySubject, { minLength: 1, maxLength: 8 }), ({ source, flags }, texts) => {
        const pattern = { id: "p", source, flags };
        const linear = compileLinear(pattern);
        if (!isLinear(linear)) return;
        for (const text of texts) {
          const expected = runPattern(pattern, text, 100);
          if (/[uv]/.test(flags) && splitsCharacter(expected, text)) continue;
          compared += 1;
          expect(linear.run(text, 100)).toEqual(expected);
        }
      }),
      { numRuns: propertyRuns({ sample: 200, full: 2000 }) },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

/** Whether V8 reports an empty match between two surrogates of a pair, which the language does not allow with `u`. */
function splitsCharacter(outcome: PatternOutcome, text: string): boolean {
  return (
    outcome.kind === "matches" &&
    outcome.matches.some((match) => match.text === "" && (text.codePointAt(match.index - 1) ?? 0) > 0xffff)
  );
}
