import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MatchReason, RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { buildFileRule, buildMatch, buildRule, namesOf } from "../../test/rules.ts";
import { ruleSet, shuffled } from "../../test/arbitraries.ts";
import { orderMatches } from "./order.ts";

function labelled(root: string, path: string): Rule {
  return buildFileRule(`${root}/${path}`, { id: path, name: "x", origin: { store: "fs", root, path, label: true } });
}

function matchAt(path: string, reason: MatchReason): RuleMatch {
  return buildMatch(buildFileRule(path, { priority: 100 - path.length }), reason);
}

describe("the order `priority`", () => {
  it("sorts by scope, then priority, then name", () => {
    const rules = [
      buildRule({ name: "b", priority: 90 }),
      buildRule({ name: "global", scope: "global", priority: 100 }),
      buildRule({ name: "a", priority: 10 }),
      buildRule({ name: "session", scope: "session", priority: 1 }),
      buildRule({ name: "B", priority: 10 }),
      buildRule({ name: "user", scope: "user" }),
    ];
    expect(namesOf(orderMatches(rules.map((rule) => buildMatch(rule))))).toEqual(["session", "b", "B", "a", "user", "global"]);
  });

  it("sorts rules with the same label by root, then path", () => {
    const rules = [labelled("b", "b/1"), labelled("a", "a/2"), labelled("a", "a/1")];
    expect(orderMatches(rules.map((rule) => buildMatch(rule))).map(({ rule }) => rule.id)).toEqual(["a/1", "a/2", "b/1"]);
  });

  it("puts the file of the closest directory last, if every directory can have one", () => {
    const agents = (base: string): Rule => {
      const path = `${base}/AGENTS.md`;
      return buildFileRule(path, { id: path, name: "AGENTS", origin: { store: "fs", root: base, path, base, label: true } });
    };
    const root = buildFileRule("AGENTS.md", { id: "AGENTS.md", name: "AGENTS", origin: { store: "fs", root: ".", label: true } });
    const ordered = orderMatches([agents("a/b/c"), agents("z"), root, agents("a/b")].map((rule) => buildMatch(rule)));
    expect(ordered.map(({ rule }) => rule.id)).toEqual(["AGENTS.md", "z/AGENTS.md", "a/b/AGENTS.md", "a/b/c/AGENTS.md"]);
  });
});

it("orders by source: rules that always apply, by file, then requested or found; each by root, then path", () => {
  const matches = [
    matchAt("r/asked.md", { kind: "requested", reference: "asked" }),
    matchAt("r/z.md", { kind: "fileMatch", patterns: ["*"] }),
    matchAt("r/y.md", { kind: "always" }),
    matchAt("r/found.md", { kind: "relevant", scores: { sparse: 1 } }),
    matchAt("r/b/x.md", { kind: "alwaysInside", base: "b" }),
    matchAt("r/a.md", { kind: "fileMatch", patterns: ["*"] }),
    matchAt("r/firm.md", { kind: "absolute" }),
  ];
  expect(namesOf(orderMatches(matches, "source"))).toEqual(["x", "y", "a", "z", "asked", "firm", "found"]);
});

it.each(["priority", "source"] as const)("the order `%s` does not depend on the input order", (order) => {
  const sets = ruleSet(["scope", "priority"]).chain((rules) => fc.tuple(fc.constant(rules), shuffled(rules)));
  fc.assert(
    fc.property(sets, ([one, other]) => {
      const [left, right] = [one, other].map((rules) =>
        orderMatches(
          rules.map((rule) => buildMatch(rule)),
          order,
        ).map(({ rule }) => rule.id),
      );
      expect(left).toEqual(right);
    }),
  );
});
