import { describe, expect, it } from "vitest";
import type { Rule } from "./rule.ts";
import { buildRule } from "../testing/rules.ts";
import { findReplacementCycle, statusOf, supersededIds } from "./status.ts";

const replacing = (id: string, ...replaces: readonly string[]): Rule => buildRule({ id, name: id, replaces });
const findIn =
  (...rules: readonly Rule[]) =>
  (id: string) =>
    rules.find((rule) => rule.id === id);

describe("the way by which a rule would supersede itself", () => {
  it.each<[string, Rule, readonly Rule[], readonly string[] | undefined]>([
    ["none", replacing("a", "b"), [replacing("b", "c"), replacing("c")], undefined],
    ["none through rules that are not there", replacing("a", "gone"), [], undefined],
    ["straight", replacing("a", "a"), [], ["a", "a"]],
    ["by one other", replacing("a", "b"), [replacing("b", "a")], ["a", "b", "a"]],
    ["by two others", replacing("a", "x", "b"), [replacing("b", "c"), replacing("c", "a")], ["a", "b", "c", "a"]],
    ["none where others go in a circle without it", replacing("a", "b"), [replacing("b", "c"), replacing("c", "b")], undefined],
  ])("is %s", (_, rule, others, way) => {
    expect(findReplacementCycle(rule, findIn(...others))).toEqual(way);
  });

  it("is found in a chain of any length", () => {
    const rules = new Map<string, Rule>(
      Array.from({ length: 50_000 }, (_, at) => [`r${at}`, replacing(`r${at}`, `r${at + 1}`)] as const),
    );
    expect(findReplacementCycle(replacing("r50000", "r0"), (id) => rules.get(id))).toHaveLength(50_002);
  });
});

it("supersedes what rules in force name, and nothing else", () => {
  const rules = [
    replacing("b", "a"),
    replacing("c", "b"),
    buildRule({ id: "off", replaces: ["d"], enabled: false }),
    buildRule({ id: "new", replaces: ["e"], pending: true }),
  ];
  expect([...supersededIds(rules)]).toEqual(["a", "b"]);
});

it("says first that a rule is superseded, then that it is disabled, then that it is pending", () => {
  expect(statusOf(buildRule({ enabled: false }), true)).toBe("superseded");
  expect(statusOf(buildRule({ enabled: false, pending: true }), false)).toBe("disabled");
  expect(statusOf(buildRule({ pending: true }), false)).toBe("pending");
  expect(statusOf(buildRule(), false)).toBe("active");
});
