import * as fc from "fast-check";
import { expect, it } from "vitest";
import { lengthIn } from "./notes.ts";

it("a text has as many bytes as UTF-8 takes for it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(lengthIn(text, "bytes")).toBe(encodeURIComponent(text).replace(/%../g, "%").length);
      expect(lengthIn(text, "characters")).toBe(text.length);
    }),
  );
});
