import { expect, it } from "vitest";
import { maxOf, minOf, pushAll } from "./lists.ts";

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
