import * as fc from "fast-check";
import { expect, it } from "vitest";
import { measureLength } from "./fidelity-notes.ts";

it("measures the length in UTF-8 bytes and in UTF-16 code units", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(measureLength(text, "bytes")).toBe(encodeURIComponent(text).replace(/%../g, "%").length);
      expect(measureLength(text, "characters")).toBe(text.length);
    }),
  );
});
