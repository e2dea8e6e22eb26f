import * as fc from "fast-check";
import { expect, it } from "vitest";
import { firstSorted, maxOf, minOf, pushAll } from "./lists.ts";

const many = Array.from({ length: 300_000 }, (_, at) => at - 7);

it("lists that are too long for the arguments of a call are appended and compared", () => {
  const list = [0];
  pushAll(list, many);
  expect([list.length, list[1], list.at(-1)]).toEqual([300_001, -7, 299_992]);
  expect([maxOf(many), minOf(many)]).toEqual([299_992, -7]);
});

it("no numbers have no largest and no smallest one", () => {
  expect([maxOf([]), minOf([])]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

it("the first items equal the beginning of the sorted list", () => {
  const item = fc.record({ rank: fc.nat(5), name: fc.nat() });
  fc.assert(
    fc.property(fc.array(item), fc.nat(12), (items, max) => {
      const compare = (left: { readonly rank: number }, right: { readonly rank: number }) => left.rank - right.rank;
      expect(firstSorted(items, max, compare)).toEqual(items.toSorted(compare).slice(0, max));
    }),
  );
});
