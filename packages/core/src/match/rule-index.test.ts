import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Origin, Rule } from "../model/rule.ts";
import { resolve } from "../resolve/resolve.ts";
import { filePath, ruleSet, shuffled } from "../../test/arbitraries.ts";
import { buildFileRule, buildRule } from "../../test/rules.ts";
import { RuleIndex } from "./rule-index.ts";

/** A whole resolution, with lists sorted whose order is not guaranteed. */
function resolutionOf(index: RuleIndex, files: readonly string[]) {
  const { prompt, applied, dropped, matched, skipped, conflicts } = resolve(
    index,
    { files, include: ["a", "é"] },
    { budget: { characters: 120 } },
  );
  return {
    prompt,
    applied: applied.map(({ rule }) => rule.id),
    dropped: dropped.map(({ rule, limit }) => [rule.id, limit]),
    matched: new Map(matched.map(({ rule, reason }) => [rule.id, reason])),
    skipped: new Map(skipped.map(({ rule, reason }) => [rule.id, reason])),
    conflicts: new Set(conflicts.map(({ detail }) => detail)),
  };
}

function declared({ label, ...origin }: Origin): Origin {
  return label === undefined || origin.overlay !== undefined ? origin : { ...origin, label };
}

const anyOrigin = fc.record(
  { store: fc.constant("fs"), base: fc.constantFrom("a", "src"), overlay: fc.constant(true), label: fc.constant(true) },
  { requiredKeys: ["store"] },
);

/** Arbitrary rules of several stores. An overlay always declares its name. */
const rules = ruleSet(["scope", "inclusion", "globs", "priority", "override", "content"]).chain((all) =>
  fc
    .array(anyOrigin, { minLength: all.length, maxLength: all.length })
    .map((origins) => all.map((rule, position): Rule => ({ ...rule, origin: declared(origins[position] ?? rule.origin) }))),
);
const files = fc.array(filePath, { maxLength: 4 });

it("does not depend on the order of insertion", () => {
  fc.assert(
    fc.property(
      rules.chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
      files,
      ([one, other], paths) => {
        expect(resolutionOf(new RuleIndex(one), paths)).toEqual(resolutionOf(new RuleIndex(other), paths));
      },
    ),
    { numRuns: 500 },
  );
});

it("forgets removed rules", () => {
  fc.assert(
    fc.property(rules, rules, files, (stay, go, paths) => {
      const passing = go.map((rule) => ({ ...rule, id: `gone-${rule.id}` }));
      const index = new RuleIndex([...passing.slice(0, 2), ...stay, ...passing]);
      for (const { origin, id } of passing) index.remove(origin.store, id);
      expect(resolutionOf(index, paths)).toEqual(resolutionOf(new RuleIndex(stay), paths));
      expect(index.size).toBe(stay.length);
    }),
    { numRuns: 500 },
  );
});

it("forgets replaced versions of a rule", () => {
  fc.assert(
    fc.property(rules, rules, files, (before, after, paths) => {
      const index = new RuleIndex([...before, ...after]);
      const remaining = before.filter(({ id }) => !after.some((rule) => rule.id === id));
      expect(resolutionOf(index, paths)).toEqual(resolutionOf(new RuleIndex([...remaining, ...after]), paths));
    }),
  );
});

describe("rules of several stores", () => {
  const [here, there] = ["fs", "sqlite"].map((store) => buildRule({ origin: { store }, content: `from ${store}` }));

  it("can share an id, and are removed independently", () => {
    const index = new RuleIndex([here, there].filter((rule) => rule !== undefined));
    expect(index.withId("project:style")).toEqual([here, there]);
    index.remove("fs", "project:style");
    expect(index.withId("project:style")).toEqual([there]);
    index.remove("fs", "project:style");
    expect(index.rules).toEqual([there]);
  });

  it("resolve to the same result if one of them is added again", () => {
    const pair = [here, there].filter((rule) => rule !== undefined);
    const resaved = new RuleIndex(pair);
    for (const rule of pair.slice(0, 1)) resaved.add(rule);
    expect(resolve(resaved, {}).prompt).toBe(resolve(new RuleIndex(pair), {}).prompt);
  });
});

describe("atPath", () => {
  const rule = buildFileRule(".precept/rules/web/style.test.md");
  const index = new RuleIndex([rule]);

  it.each([".precept/rules/web/style.test.md", ".precept/rules/web/style.test", "web/style.test.md", "web/style.test"])(
    "finds %s",
    (path) => {
      expect(index.atPath(path)).toEqual([rule]);
    },
  );

  it.each(["style.test.md", "web/style", "rules/web/style.test.md", "web", ""])("finds nothing at %j", (path) => {
    expect(index.atPath(path)).toEqual([]);
  });

  it("reflects a change immediately", () => {
    const changing = new RuleIndex([rule]);
    const before = changing.rules;
    changing.remove("fs", rule.id);
    expect(changing.atPath("web/style.test")).toEqual([]);
    expect(changing.named("style")).toEqual([]);
    expect(before).toEqual([rule]);
  });
});

function skips(index: RuleIndex): string[][] {
  return resolve(index, {}).skipped.map(({ rule, reason }) => [rule.id, reason.kind]);
}

describe("a personal overlay", () => {
  const shared = buildRule({ id: "shared", origin: { store: "fs" } });
  const mine = buildRule({ id: "mine", enabled: false, origin: { store: "fs", overlay: true } });

  it("replaces the shared rule of its name and scope, even if the overlay is disabled", () => {
    expect(skips(new RuleIndex([shared, mine]))).toEqual([
      ["mine", "disabled"],
      ["shared", "replacedByOverlay"],
    ]);
  });

  it("does not replace rules of another scope or name, or whose name is a label", () => {
    const others = [
      buildRule({ id: "user", scope: "user" }),
      buildRule({ id: "b", name: "b" }),
      buildRule({ id: "label", origin: { store: "fs", label: true } }),
    ];
    expect(
      resolve(new RuleIndex([mine, ...others]), {})
        .applied.map(({ rule }) => rule.id)
        .toSorted(),
    ).toEqual(["b", "label", "user"]);
  });

  it("replaces a rule that is named after its file by its id, even if the overlay is disabled", () => {
    const label = buildRule({ id: "label", name: "x", origin: { store: "fs", label: true } });
    for (const enabled of [true, false]) {
      const own = buildRule({ id: "own", name: "x", enabled, replaces: ["label"], origin: { store: "fs", overlay: true } });
      expect(skips(new RuleIndex([label, own]))).toEqual([
        ...(enabled ? [] : [["own", "disabled"]]),
        ["label", "replacedByOverlay"],
      ]);
    }
  });

  it("restores the shared rule when it is removed", () => {
    const index = new RuleIndex([shared, mine]);
    index.remove("fs", "mine");
    expect(resolve(index, {}).applied.map(({ rule }) => rule.id)).toEqual(["shared"]);
  });

  it("keeps the shared rule replaced while another overlay of the name remains", () => {
    const index = new RuleIndex([shared, mine, buildRule({ id: "mine too", origin: { store: "fs", overlay: true } })]);
    index.remove("fs", "mine too");
    expect(skips(index)).toEqual([
      ["mine", "disabled"],
      ["shared", "replacedByOverlay"],
    ]);
  });
});

describe("a rule that others list in `replaces`", () => {
  const old = buildRule({ id: "old", name: "old" });
  const fresh = buildRule({ id: "new", name: "new", replaces: ["old"] });

  it("is superseded while one of them is active", () => {
    const index = new RuleIndex([old, fresh]);
    expect(skips(index)).toEqual([["old", "superseded"]]);
    index.remove(fresh.origin.store, "new");
    expect(skips(index)).toEqual([]);
  });

  it.each([
    ["is disabled", { enabled: false }, "disabled"],
    ["waits for approval", { pending: true }, "pending"],
  ])("is not superseded if the other %s", (_, input, reason) => {
    expect(skips(new RuleIndex([old, buildRule({ ...fresh, ...input })]))).toEqual([["new", reason]]);
  });

  it.each<[string, string | undefined, string | undefined, string[]]>([
    ["superseded by a rule of the project, in any directory", "web", undefined, ["old"]],
    ["superseded by a rule of its directory", "web", "web", ["old"]],
    ["superseded by a rule of a directory above it", "web/shop", "web", ["old"]],
    ["not superseded by a rule of a subdirectory", undefined, "web", []],
    ["not superseded by a rule of another directory", "web2", "web", []],
  ])("is %s", (_, base, newBase, expected) => {
    const inDirectory = (rule: Rule, at: string | undefined): Rule =>
      buildRule({ ...rule, origin: { store: "fs", ...(at !== undefined && { base: at }) } });
    const index = new RuleIndex([inDirectory(old, base), inDirectory(fresh, newBase)]);
    const superseded = [...index.replacements({}).keys()].map(({ id }) => id);
    expect(superseded).toEqual(expected);
  });

  it("is superseded if the other one lists it and is listed by it without effect", () => {
    const rule = buildRule({ ...fresh, id: "old", name: "old", replaces: ["new"], origin: { store: "fs", base: "web" } });
    const other = buildRule({ ...fresh, origin: { store: "fs" } });
    expect([...new RuleIndex([rule, other]).replacements({}).keys()].map(({ id }) => id)).toEqual(["old"]);
  });

  it("is only superseded by rules of the same store", () => {
    const elsewhere = buildRule({ ...old, origin: { store: "elsewhere" } });
    expect(skips(new RuleIndex([elsewhere, fresh]))).toEqual([]);
  });
});
