import * as fc from "fast-check";
import { expect, it } from "vitest";
import { maxRunLength, splitLongRuns } from "./load-gpt-tokenizer.ts";
import { hostileText } from "../test/hostile-text.ts";

it("splits long runs of one kind only, and loses nothing", () => {
  fc.assert(
    fc.property(hostileText(3000), (text) => {
      const parts = splitLongRuns(text);
      expect(parts.join("")).toBe(text);
      for (const part of parts) {
        for (const [run] of part.matchAll(/[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu)) {
          expect(run.length).toBeLessThanOrEqual(2 * maxRunLength);
        }
      }
      expect(parts.every((part) => part.isWellFormed()) || !text.isWellFormed()).toBe(true);
    }),
  );
});

it("leaves ordinary texts whole", () => {
  const text = `${"Use named exports. ".repeat(500)}\n\n${"x".repeat(maxRunLength)}\n`;
  expect(splitLongRuns(text)).toEqual([text]);
});
