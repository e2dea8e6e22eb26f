import { expect, it } from "vitest";
import { randomDigits, randomId } from "./random-id.ts";

it("random ids are UUIDs of version 4, and differ", () => {
  const ids = Array.from({ length: 1000 }, randomId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it("random digits have the requested length, and every digit occurs at each position", () => {
  const texts = Array.from({ length: 1000 }, () => randomDigits(12));
  for (let at = 0; at < 12; at += 1) expect(new Set(texts.map((text) => text[at])).size).toBe(16);
  expect(new Set(texts.map((text) => text.length))).toEqual(new Set([12]));
});
