import { runPattern } from "@precept/governance";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyPattern, anySubject } from "../../../governance/test/any-pattern.ts";
import { compileLinear } from "./linear-engine.ts";

it("finds the same matches as V8, for every pattern that it supports", () => {
  let compared = 0;
  fc.assert(
    fc.property(anyPattern, fc.array(anySubject, { minLength: 1, maxLength: 8 }), ({ source, flags }, texts) => {
      const pattern = { id: "p", source, flags };
      const program = compileLinear(pattern);
      if (program === undefined) return;
      for (const text of texts) {
        const outcome = program.run(text, 100);
        if (outcome === undefined) continue;
        compared += 1;
        expect(outcome).toEqual(runPattern(pattern, text, 100));
      }
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(200);
});
