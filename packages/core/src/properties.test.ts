import { scopeRank, scopes } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyBudget } from "./budget/budget.ts";
import { isExclusion, matchesGlob } from "./glob/glob.ts";
import { matchRules } from "./match/match.ts";
import { RuleIndex } from "./match/rule-index.ts";
import { orderMatches } from "./merge/order.ts";
import type { Rule } from "./model/rule.ts";
import { estimatedTokens } from "./ports/token-counter.ts";
import { resolve } from "./resolve/resolve.ts";
import { anyGlob, filePath, ruleSet } from "../test/arbitraries.ts";
import { buildFileRule, buildMatch, buildRule, namesOf } from "../test/rules.ts";
import { buildTrace } from "./trace/trace.ts";

/** All rules apply and none is dropped, so that only names matter. */
const unlimited = { budget: { characters: 1_000_000 } };
const everyField = ["scope", "inclusion", "globs", "priority", "override", "authority", "content", "enabled"] as const;
const files = fc.array(filePath, { maxLength: 4 });

/** Globs that match a file: the file alone, all with its ending, its directory, or everything. */
const globsOf = [
  (path: string) => `/${path}`,
  (path: string) => path.replace(/^.*?([^./]*)$/, "*$1"),
  (path: string) => `/${path.replace(/[^/]*$/, "")}**`,
  () => "**",
];

/** Files, with globs most of which match one of them. So exclusions often decide whether a file matches. */
const filesAndGlobs = fc
  .record({
    paths: fc.array(filePath, { minLength: 1, maxLength: 6 }),
    globs: fc.array(
      fc.record({
        start: fc.constantFrom("", "!"),
        globOf: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...globsOf) },
          anyGlob.map((glob) => () => glob),
        ),
        at: fc.nat(5),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ paths, globs }) => ({
    paths,
    globs: globs.map(({ start, globOf, at }) => start + globOf(paths[at % paths.length] ?? "")),
  }));

/** The rules of each name by the definition of the property: highest scope first. */
function groupsByName(rules: readonly Rule[]): Rule[][] {
  const names = [...new Set(rules.map((rule) => rule.name))];
  return names.map((name) =>
    rules.filter((rule) => rule.name === name).toSorted((left, right) => scopeRank(right.scope) - scopeRank(left.scope)),
  );
}

describe("merging", () => {
  it("**Feature: agent-rules, Property 4: Scope Priority Ordering** of rules with the same name, only the highest scope applies", () => {
    fc.assert(
      fc.property(ruleSet(["scope", "priority", "override"]), (rules) => {
        const { applied } = resolve(new RuleIndex(rules), {}, unlimited);
        const included = new Map(applied.map(({ rule }) => [rule.name, rule.scope]));
        expect(applied).toHaveLength(included.size);
        expect(included).toEqual(new Map(groupsByName(rules).map(([winner]) => [winner?.name, winner?.scope])));
      }),
    );
  });

  it("**Feature: agent-rules, Property 9: Override Behavior** a shadowed rule is overridden if the winner has `override`, else a conflict", () => {
    fc.assert(
      fc.property(ruleSet(["scope", "override"], { names: fc.constant("a"), minLength: 2 }), (rules) => {
        const { applied, skipped, conflicts } = resolve(new RuleIndex(rules), {}, unlimited);
        const winner = applied[0]?.rule;
        const losers = rules.filter((rule) => rule !== winner).map((rule) => rule.id);
        const kind = winner?.override ? "overridden" : "shadowed";
        expect(new Set(skipped.map(({ rule, reason }) => `${rule.id} ${reason.kind}`))).toEqual(
          new Set(losers.map((id) => `${id} ${kind}`)),
        );
        expect(new Set(conflicts.map((conflict) => conflict.ids[1]))).toEqual(new Set(winner?.override ? [] : losers));
      }),
    );
  });

  it("**Feature: agent-rules, Property 14: Conflict Detection Accuracy** each duplicate name is reported, and nothing else", () => {
    fc.assert(
      fc.property(ruleSet(["scope", "override"]), (rules) => {
        const { applied, conflicts } = resolve(new RuleIndex(rules), {}, unlimited);
        const winners = new Map(applied.map(({ rule }) => [rule.name, rule]));
        const expected = rules.flatMap((rule) => {
          const winner = winners.get(rule.name);
          if (winner === undefined || winner === rule || winner.override) return [];
          return [`${winner.scope === rule.scope ? "duplicateName" : "shadowed"} ${winner.id} ${rule.id}`];
        });
        expect(conflicts.map(({ kind, ids }) => `${kind} ${ids.join(" ")}`).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

describe("matching", () => {
  it("**Feature: agent-rules, Property 5: Always Inclusion Guarantee** an always rule matches every request", () => {
    fc.assert(
      fc.property(
        ruleSet(everyField),
        files,
        fc.array(fc.constantFrom("a", "b", "z", "*"), { maxLength: 3 }),
        (rules, paths, include) => {
          const always = buildRule({ name: "style", inclusion: "always" });
          const { matches } = matchRules(new RuleIndex([...rules, always]), { files: paths, include });
          expect(matches.find(({ rule }) => rule === always)?.reason).toEqual({ kind: "always" });
        },
      ),
    );
  });

  it("**Feature: agent-rules, Property 6: FileMatch Pattern Correctness** it matches iff a file of the request does", () => {
    fc.assert(
      fc.property(filesAndGlobs, ({ paths, globs: patterns }) => {
        const rule = buildRule({ inclusion: "fileMatch", globs: patterns });
        const included = patterns.filter((glob) => !isExclusion(glob));
        const excluded = patterns.filter(isExclusion).map((glob) => glob.slice(1));
        const expected = [...new Set(paths)].filter(
          (path) =>
            (included.length === 0 || included.some((glob) => matchesGlob(glob, path))) &&
            !excluded.some((glob) => matchesGlob(glob, path)),
        );
        const { matches } = matchRules(new RuleIndex([rule]), { files: paths });
        expect(matches.flatMap((match) => match.matchedFiles)).toEqual(expected);
        expect(matches).toHaveLength(expected.length > 0 ? 1 : 0);
      }),
    );
  });

  it("**Feature: agent-rules, Property 7: Manual Reference Inclusion** it matches iff it is requested by name, path or glob", () => {
    const paths = fc.uniqueArray(fc.constantFrom("web/one", "web/two", "api/three", "four"), { minLength: 1 });
    const reference = fc.oneof(
      fc
        .constantFrom("one", "two", "three", "four")
        .map((name) => ({ text: name, reaches: (path: string) => path.endsWith(name) })),
      fc.constantFrom("web/one", "api/three", "four.md", ".precept/rules/web/two.md").map((written) => ({
        text: written,
        reaches: (path: string) => `.precept/rules/${path}.md`.includes(written),
      })),
      fc
        .constantFrom("web/*", "api/**")
        .map((glob) => ({ text: glob, reaches: (path: string) => path.startsWith(glob.slice(0, 4)) })),
      fc.constantFrom("t*").map((glob) => ({ text: glob, reaches: (path: string) => /(?:^|\/)t/.test(path) })),
      fc.constantFrom("five", "web/five", "on").map((unknown) => ({ text: unknown, reaches: () => false })),
    );
    fc.assert(
      fc.property(paths, fc.array(reference, { maxLength: 3 }), (written, references) => {
        const rules = written.map((path) => buildFileRule(`.precept/rules/${path}.md`, { inclusion: "manual" }));
        const { matches } = matchRules(new RuleIndex(rules), {
          include: references.map(({ text }) => text),
          files: ["web/one.ts"],
        });
        const expected = written.filter((path) => references.some(({ reaches }) => reaches(path)));
        expect(namesOf(matches).toSorted()).toEqual(expected.map((path) => path.replace(/^.*\//, "")).toSorted());
      }),
      { numRuns: 300 },
    );
  });
});

/** The sort keys of the property as numbers. The first difference decides. */
const key = ({ scope, priority, name }: Rule) => [
  scopes.length - scopeRank(scope),
  100 - priority,
  ...[...name].map((character) => character.codePointAt(0) ?? 0),
];
const isSorted = (left: number[], right: number[]) => {
  const at = left.findIndex((part, position) => part !== right[position]);
  return at < 0 || (left[at] ?? 0) < (right[at] ?? -1);
};

const compareNumbers = (left: number[], right: number[]) =>
  left.map((part, at) => part - (right[at] ?? 0)).find((part) => part !== 0) ?? 0;

describe("ordering and the budget", () => {
  it("**Feature: agent-rules, Property 8: Priority Ordering Consistency** by scope, then priority, then name", () => {
    const names = fc.string({ unit: fc.constantFrom("a", "B", "é", "\uff5e", "😀"), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(ruleSet(["scope", "priority"], { names }), (rules) => {
        const final = resolve(new RuleIndex(rules), {}, unlimited).applied.map(({ rule }) => rule);
        for (const [position, rule] of final.slice(1).entries()) {
          const before = final[position];
          expect(before !== undefined && isSorted(key(before), key(rule))).toBe(true);
        }
      }),
    );
  });

  it("**Feature: agent-rules, Property 10: Size Limit Truncation** lower-ranked rules are dropped first, of equals the longer", () => {
    const wanted = fc.array(
      fc.record({
        size: fc.integer({ min: 0, max: 60 }),
        authority: fc.constantFrom("absolute" as const, "default" as const),
        scope: fc.constantFrom("project" as const, "global" as const),
        priority: fc.constantFrom(10, 50, 90),
      }),
    );
    fc.assert(
      fc.property(wanted, fc.integer({ min: 0, max: 150 }), (inputs, characters) => {
        const rules = inputs.map(({ size, ...input }, position) =>
          buildRule({ ...input, id: String(position), content: "x".repeat(size) }),
        );
        const matches = orderMatches(rules.map((rule) => buildMatch(rule))).map((match) => ({
          ...match,
          content: match.rule.content,
        }));
        const { applied, dropped } = applyBudget(matches, { characters }, estimatedTokens);
        const rank = ({ authority, scope, priority, content }: Rule) => [
          authority === "absolute" ? 0 : 1,
          scopes.length - scopeRank(scope),
          100 - priority,
          content.length,
        ];
        const served = matches
          .map(({ rule }) => rule)
          .filter((rule) => rule.content.length <= characters)
          .toSorted((left, right) => compareNumbers(rank(left), rank(right)));
        const included = new Set(applied.map(({ rule }) => rule));
        const [spent, next] = [applied.reduce((sum, rule) => sum + rule.characters, 0), served[included.size]];
        // The included rules are the start of the serving order.
        expect(new Set(served.slice(0, included.size))).toEqual(included);
        expect(spent).toBeLessThanOrEqual(characters);
        expect(next === undefined || spent + next.content.length > characters).toBe(true);
        // The order of the prompt does not change.
        expect(applied.map(({ rule }) => rule)).toEqual(matches.map(({ rule }) => rule).filter((rule) => included.has(rule)));
        expect(dropped.map(({ rule }) => rule)).toEqual(matches.map(({ rule }) => rule).filter((rule) => !included.has(rule)));
      }),
      { numRuns: 300 },
    );
  });
});

describe("tracing", () => {
  it("**Feature: agent-rules, Property 13: Trace Recording Completeness** every rule is recorded once, with a reason", () => {
    fc.assert(
      fc.property(ruleSet(everyField), files, fc.integer({ min: 0, max: 80 }), (rules, paths, characters) => {
        const request = { files: paths, include: ["a"], id: "request-1" };
        const resolution = resolve(new RuleIndex(rules), request, { budget: { characters } });
        const trace = buildTrace(resolution);
        const accounted = [...resolution.applied, ...resolution.dropped, ...resolution.skipped].map(({ rule }) => rule);
        expect(new Set(accounted)).toEqual(new Set(rules));
        expect(accounted).toHaveLength(rules.length);
        expect(trace.evaluated.toSorted()).toEqual(rules.map((rule) => rule.name).toSorted());
        expect(resolution.totals.evaluated).toBe(rules.length);
        const lost = resolution.skipped.filter(({ reason }) => reason.kind === "overridden" || reason.kind === "shadowed");
        expect(trace.matched).toHaveLength(resolution.applied.length + resolution.dropped.length + lost.length);
        expect(trace.conflicts).toHaveLength(lost.filter(({ reason }) => reason.kind === "shadowed").length);
        const reasons = [...trace.matched, ...trace.skipped, ...trace.dropped].map(({ reason }) => reason);
        expect(reasons.filter((reason) => reason.trim() === "")).toEqual([]);
        expect(trace.final).toEqual(namesOf(resolution.applied));
      }),
      { numRuns: 300 },
    );
  });
});
