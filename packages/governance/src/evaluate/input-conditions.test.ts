import { describe, expect, it } from "vitest";
import { readHookPayload } from "../hooks/hook-payload.ts";
import type { Subject } from "../model/subject.ts";
import { buildPolicy, check } from "../../test/policies.ts";
import { checkInputPath } from "./input-conditions.ts";

function violates(condition: object, input: object): boolean {
  const payload = { hook_event_name: "PreToolUse", tool_name: "mcp__bank__pay", tool_input: input };
  const subject = readHookPayload(payload)?.subjects[0] as Subject;
  return (
    check([buildPolicy({ severity: "CRITICAL", match: { tool: "mcp__*", input: condition } })], subject).violations.length > 0
  );
}

describe("a condition on the input of a tool", () => {
  it.each([
    [{ gt: 5 }, [6, "6", " 5.5"], [5, 4, "x", null, true, [6]]],
    [{ gte: 5 }, [5, 6, "5"], [4.9, "", "five"]],
    [{ lt: 5 }, [4.9, "-1", "+.5"], [5, 6, "", null, false]],
    [{ lte: 5 }, [5, 4, "5"], [5.1, "x", null]],
    [{ gt: 1, lt: 3 }, [2], [1, 3]],
    [{ equals: "a" }, ["a"], ["b", 1]],
    [{ equals: 1 }, [1], [2]],
    [{ equals: "a", in: ["b"] }, [], ["a", "b"]],
    [{ in: ["a", "b"] }, ["a", "b"], ["c"]],
    [{ in: ["a", "b"], not: "a" }, ["b"], ["a", "c"]],
    [{ not: "a" }, ["b", 1], ["a"]],
    [{ not: ["a", "b"] }, ["c"], ["a", "b"]],
    [{ matches: "^a" }, ["ab"], ["ba"]],
    [{ matches: "^1" }, [1, "1"], [2, null, { a: 1 }]],
    [{ matches: "^t" }, [true], [false]],
    [{ matches: "^a", not: "ab" }, ["ac"], ["ab", "b"]],
    [{ exists: true }, [null, 0, ""], []],
    [{ exists: true, gt: 1 }, [2], [1]],
  ])("%j", (condition, meeting, others) => {
    expect(meeting.filter((value) => !violates({ "tool_input.a": condition }, { a: value }))).toEqual([]);
    expect(others.filter((value) => violates({ "tool_input.a": condition }, { a: value }))).toEqual([]);
  });

  it("on a missing value is met by `not` and by `exists: false` alone", () => {
    const onMissing = (condition: object) => violates({ a: condition }, { b: 1 });
    expect([{ not: "a" }, { exists: false }].map(onMissing)).toEqual([true, true]);
    expect([{ exists: true }, { equals: 1 }, { lt: 5 }, { matches: "a" }, { not: "a", lt: 5 }].map(onMissing)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    expect(violates({ a: { exists: false } }, { a: null })).toBe(false);
  });

  it.each([
    ["a.b", { a: { b: 5 } }, true],
    ["a.b", { "a.b": 5 }, true],
    ["tool_input.a", { a: 5 }, true],
    ["a[0]", { a: [5, 1] }, true],
    ["a[1]", { a: [5, 1] }, false],
    ["a[2]", { a: [5, 1] }, false],
    ["a[]", { a: [1, 5] }, true],
    ["a[].b", { a: [{ b: 1 }, { b: 5 }] }, true],
    ["a[].b", { a: { b: 5 } }, false],
    ["a.b", { a: [5] }, false],
    ["a.toString", { a: {} }, false],
  ])("at %s of %j is met: %s", (path, input, expected) => expect(violates({ [path]: { equals: 5 } }, input)).toBe(expected));

  it.each([
    [10_000, false],
    [10_001, true],
  ])("counts as met if it cannot be decided: of %i values, %s", (count, expected) => {
    expect(violates({ "a[]": { equals: 5 } }, { a: Array.from({ length: count }, () => 1) })).toBe(expected);
  });
});

it.each([
  ["a", true],
  ["a.b[0].c[]", true],
  ["[0]", true],
  ["", false],
  ["a..b", false],
  ["a.", false],
  ["a.[0]", false],
  ["a[x]", false],
  ["tool_input.", false],
])("the path %j is valid: %s", (path, isValid) => expect(checkInputPath(path) === undefined).toBe(isValid));
