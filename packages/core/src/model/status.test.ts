import { describe, expect, it } from "vitest";
import type { Rule } from "./rule.ts";
import { buildRule } from "../../test/rules.ts";
import { findReplacementCycle, statusOf } from "./supersession.ts";

const replacing = (id: string, ...replaces: readonly string[]): Rule => buildRule({ id, name: id, replaces });
const findIn =
  (...rules: readonly Rule[]) =>
  (id: string) =>
    rules.find((rule) => rule.id === id);

describe("findReplacementCycle", () => {
  it.each<[string, Rule, readonly Rule[], readonly string[] | undefined]>([
    ["no cycle", replacing("a", "b"), [replacing("b", "c"), replacing("c")], undefined],
    ["no cycle if a replaced rule is missing", replacing("a", "gone"), [], undefined],
    ["a rule that replaces itself", replacing("a", "a"), [], ["a", "a"]],
    ["a cycle of two rules", replacing("a", "b"), [replacing("b", "a")], ["a", "b", "a"]],
    ["a cycle of three rules", replacing("a", "x", "b"), [replacing("b", "c"), replacing("c", "a")], ["a", "b", "c", "a"]],
    ["no cycle if only other rules form one", replacing("a", "b"), [replacing("b", "c"), replacing("c", "b")], undefined],
  ])("finds %s", (_, rule, others, cycle) => {
    expect(findReplacementCycle(rule, findIn(...others))).toEqual(cycle);
  });

  it("finds a cycle of 50,000 rules", () => {
    const rules = new Map<string, Rule>(
      Array.from({ length: 50_000 }, (_, at) => [`r${at}`, replacing(`r${at}`, `r${at + 1}`)] as const),
    );
    expect(findReplacementCycle(replacing("r50000", "r0"), (id) => rules.get(id))).toHaveLength(50_002);
  });
});

it("prefers superseded to disabled, and disabled to pending", () => {
  expect(statusOf(buildRule({ enabled: false }), true)).toBe("superseded");
  expect(statusOf(buildRule({ enabled: false, pending: true }), false)).toBe("disabled");
  expect(statusOf(buildRule({ pending: true }), false)).toBe("pending");
  expect(statusOf(buildRule(), false)).toBe("active");
});
