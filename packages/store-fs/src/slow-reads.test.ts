import { expect, it } from "vitest";
import { areSlowReads, minReads } from "./load.ts";

const cached = 50_000;
const fromDisk = 8_000_000;

function reads(count: number, slow: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => (at < slow ? fromDisk : cached));
}

it("takes files for slow that come from a slow disk, also if the system's cache has some of them", () => {
  expect([reads(minReads, minReads), reads(minReads, 3), reads(100, 40)].map(areSlowReads)).toEqual([true, true, true]);
});

it("does not take cached files for slow because the process was interrupted in one or two of the reads", () => {
  const long = 40 * fromDisk;
  expect(areSlowReads([long, cached, cached, cached, cached])).toBe(false);
  expect(areSlowReads([cached, long, cached, long, cached])).toBe(false);
  expect([reads(minReads, 0), reads(1, 1), []].map(areSlowReads)).toEqual([false, false, false]);
});
