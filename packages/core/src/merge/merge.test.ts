import { scopes } from "@precept/contract/values";
import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import { buildMatch, buildRule } from "../../test/rules.ts";
import { mergeMatches } from "./merge.ts";

/** Merges rules of one name. The ids identify them. */
function merge(...inputs: readonly Partial<RuleInput>[]) {
  const { remaining, shadowed, conflicts } = mergeMatches(inputs.map((input) => buildMatch(buildRule(input))));
  return {
    remaining: remaining.map(({ rule }) => rule.id),
    shadowed: shadowed.map(({ rule, reason }) => [rule.id, reason]),
    conflicts,
  };
}

describe("of two rules that declare the same name,", () => {
  it.each<[string, Partial<RuleInput>, Partial<RuleInput>]>([
    [
      "the session scope wins over the project scope",
      { scope: "session" },
      { scope: "project", origin: { store: "fs", overlay: true } },
    ],
    ["the project scope wins over the user scope", { scope: "project" }, { scope: "user", priority: 100, override: true }],
    ["the user scope wins over the global scope", { scope: "user" }, { scope: "global" }],
    [
      "the personal overlay wins over a deeper root",
      { origin: { store: "fs", overlay: true } },
      { origin: { store: "fs", base: "a/b" } },
    ],
    ["the deeper root wins", { origin: { store: "fs", base: "a/b", rootOrder: 3 } }, { origin: { store: "fs", base: "a" } }],
    [
      "a root below the project wins over the root of the project",
      { origin: { store: "fs", base: "a", rootOrder: 1 } },
      { origin: { store: "fs" } },
    ],
    [
      "the earlier root wins",
      { id: "z", origin: { store: "fs", rootOrder: 1 } },
      { id: "a", origin: { store: "fs", rootOrder: 2 } },
    ],
    ["the smaller id wins if all else is equal", { id: "a", priority: 1 }, { id: "b", priority: 100 }],
  ])("%s", (_, winner, loser) => {
    const [first, second] = [
      { id: "winner", ...winner },
      { id: "loser", ...loser },
    ];
    expect(merge(first, second).remaining).toEqual([first.id]);
    expect(merge(second, first).remaining).toEqual([first.id]);
  });

  it("both apply if the name is a label", () => {
    const label = { origin: { store: "fs", label: true } };
    expect(merge({ id: "a", ...label }, { id: "b", ...label }, { id: "c" })).toEqual({
      remaining: ["a", "b", "c"],
      shadowed: [],
      conflicts: [],
    });
  });
});

it("keeps one rule of a name that all scopes declare, and lists the others as shadowed", () => {
  const inputs = scopes.map((scope) => ({ id: scope, scope }));
  expect(merge(...inputs)).toMatchObject({
    remaining: ["session"],
    shadowed: [
      ["project", { kind: "shadowed", by: "session", scope: "session" }],
      ["user", { kind: "shadowed", by: "session", scope: "session" }],
      ["global", { kind: "shadowed", by: "session", scope: "session" }],
    ],
  });
});

it("explains a shadowed rule: which one applies, and how to mark it as intended", () => {
  expect(merge({ id: "p" }, { id: "g", scope: "global" }).conflicts).toEqual([
    {
      kind: "shadowed",
      ids: ["p", "g"],
      names: ["style", "style"],
      winner: "p",
      detail:
        '"style" is declared at project and at global scope; the project rule applies. Add `override: true` to it if this is intended.',
    },
  ]);
});

it("explains a duplicate name in one scope with both paths", () => {
  const [one, other] = [1, 2].map((rootOrder) => ({
    id: `r${rootOrder}`,
    origin: { store: "fs", path: `r${rootOrder}/style.md`, rootOrder },
  }));
  expect(merge(other ?? {}, one ?? {}).conflicts).toMatchObject([
    {
      kind: "duplicateName",
      winner: "r1",
      detail: '"style" is declared twice at project scope; r1/style.md applies and r2/style.md does not.',
    },
  ]);
});

it("respects `override` in the winner, and ignores it in the loser", () => {
  expect(merge({ id: "p", override: true }, { id: "g", scope: "global" })).toEqual({
    remaining: ["p"],
    shadowed: [["g", { kind: "overridden", by: "p", scope: "project" }]],
    conflicts: [],
  });
  expect(merge({ id: "p" }, { id: "g", scope: "global", override: true }).conflicts).toHaveLength(1);
});
