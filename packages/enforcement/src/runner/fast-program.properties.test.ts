import { lineLiterals, runPattern } from "@precept/governance";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyPattern, anySubject, sampleOf } from "../../../governance/test/any-pattern.ts";
import { compileFast } from "./fast-program.ts";

it("finds the same matches in the selected lines as the pattern in the whole text", () => {
  let narrowed = 0;
  const made = anyPattern
    .filter(({ source, flags }) => lineLiterals(source, flags) !== undefined)
    .chain((pattern) =>
      fc.tuple(
        fc.constant(pattern),
        fc.array(fc.oneof(anySubject, sampleOf(pattern)), { maxLength: 6 }),
        fc.integer({ min: 1, max: 4 }),
      ),
    );
  fc.assert(
    fc.property(made, ([{ source, flags }, lines, limit]) => {
      const pattern = { id: "p", source, flags };
      const program = compileFast(pattern, 0);
      for (const text of [lines.join("\n"), lines.join("\r\n"), lines.join(" ")]) {
        const expected = runPattern(pattern, text, limit);
        if (expected.kind === "matches" && expected.matches.length > 0) narrowed += 1;
        expect(program.run(text, limit)).toEqual(expected);
      }
    }),
    { numRuns: propertyRuns({ sample: 300, full: 1000 }) },
  );
  expect(narrowed).toBeGreaterThan(500);
});

it("runs on the whole text if the pattern can match across lines", () => {
  const pattern = { id: "p", source: "a[^b]*b", flags: "" };
  expect(compileFast(pattern, 0).run("a\n\nb", 9)).toEqual(runPattern(pattern, "a\n\nb", 9));
});
