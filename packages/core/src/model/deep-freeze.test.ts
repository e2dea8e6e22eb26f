import { expect, it } from "vitest";
import { deepFreeze, frozenCopy } from "./json.ts";

const json = '{"a":[{"b":[]},[1,{"c":null}]],"d":{"e":{"f":"x"}},"__proto__":{"g":{}}}';

/** All objects and lists in a value, with itself. */
function everyObject(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(everyObject)];
}

it.each<[string, (value: unknown) => unknown]>([
  ["in place", deepFreeze],
  ["in a copy", frozenCopy],
])("freezes a value and everything in it %s", (_, freeze) => {
  const value: unknown = JSON.parse(json);
  const frozen = freeze(value);
  expect(JSON.stringify(frozen)).toBe(json);
  const objects = everyObject(frozen);
  expect(objects).toHaveLength(10);
  expect(objects.every((one) => Object.isFrozen(one))).toBe(true);
  expect(frozen === value).toBe(freeze === deepFreeze);
});

it("returns other values as they are", () => {
  for (const value of [null, undefined, 0, "text", true]) expect(deepFreeze(value)).toBe(value);
});
