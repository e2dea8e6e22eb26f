import { describe, expect, it } from "vitest";
import { checkHistory, type Operation } from "./history.ts";

const write = (value: number, start: number, isAcknowledged = true): Operation => ({
  kind: "write",
  client: "w",
  key: "k",
  value,
  start,
  end: start + 1,
  isAcknowledged,
});
const read = (value: number, start: number, atLeast = -1): Operation => ({
  kind: "read",
  client: "r",
  key: "k",
  value,
  start,
  end: start + 1,
  atLeast,
});
const change = (base: number, value: number, start: number): Operation => ({
  kind: "change",
  client: `c${value}`,
  key: "k",
  base,
  value,
  start,
  end: start + 1,
  isAcknowledged: true,
});

describe("the checker of histories", () => {
  it("accepts a history without faults, also if a write without an answer was done or not", () => {
    const history = [write(0, 0), read(0, 2, 0), write(1, 4, false), read(1, 6), read(1, 8, 0), change(1, 2, 10)];
    expect(checkHistory(history, new Map([["k", 2]]))).toEqual([]);
    expect(checkHistory([write(0, 0), write(1, 2, false)], new Map([["k", 0]]))).toEqual([]);
    expect(checkHistory([write(0, 0), write(1, 2, false)], new Map([["k", 1]]))).toEqual([]);
  });

  it.each<[string, readonly Operation[], number | undefined, string]>([
    ["an acknowledged write that is lost", [write(0, 0), write(1, 2)], 0, "the acknowledged write of 1 is lost"],
    ["a rule that is gone", [write(0, 0)], undefined, "is lost"],
    ["a value that nobody wrote", [write(0, 0)], 7, "no client wrote"],
    ["a read that is older than its position", [write(0, 0), write(1, 2), read(0, 4, 1)], 1, "at a position of 1"],
    ["a read that is older than an earlier one", [write(0, 0), write(1, 2), read(1, 4, 1), read(0, 6, 1)], 1, "read 0 after 1"],
    ["a read from the future", [write(0, 0), read(1, 1), write(1, 5)], 1, "which nobody had written"],
    ["two winners of one change", [write(0, 0), change(0, 1, 2), change(0, 2, 3)], 2, "2 changes of 0 were acknowledged"],
    ["a change of a value that never was", [write(0, 0), change(5, 6, 2)], 6, "which was never written"],
  ])("finds %s", (_, history, final, failure) => {
    const found = checkHistory(history, final === undefined ? new Map() : new Map([["k", final]]));
    expect(found.join("\n")).toContain(failure);
  });
});
