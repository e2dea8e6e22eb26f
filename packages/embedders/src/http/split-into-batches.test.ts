import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitIntoBatches } from "./split-into-batches.ts";

it("preserves every text and the order, and exceeds no limit unless a single text does", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 })),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (texts, maxTexts, maxCharacters) => {
        const batches = splitIntoBatches(texts, maxTexts, maxCharacters);
        expect(batches.flat()).toEqual(texts);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(maxTexts);
          expect(batch.length === 1 || batch.join("").length <= maxCharacters).toBe(true);
        }
        for (const [at, batch] of batches.entries()) {
          // No batch could take the next text.
          const next = batches[at + 1]?.[0];
          const isFull = batch.length === maxTexts || batch.join("").length + (next?.length ?? 0) > maxCharacters;
          expect(next === undefined || isFull).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});
