import * as fc from "fast-check";
import { expect, it } from "vitest";
import { measureLength } from "./measure-length.ts";

it("measures the length in UTF-8 bytes and in UTF-16 code units", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(measureLength(text, "bytes")).toBe(encodeURIComponent(text).replace(/%../g, "%").length);
      expect(measureLength(text, "characters")).toBe(text.length);
    }),
  );
});

it("measures a lone surrogate as the character that encoders write instead", () => {
  const encoder = new TextEncoder();
  for (const text of ["\ud83d", "a\udc00b", "\udc00\ud83d", "\ud83d\ude00"]) {
    expect(measureLength(text, "bytes")).toBe(encoder.encode(text).length);
  }
});
