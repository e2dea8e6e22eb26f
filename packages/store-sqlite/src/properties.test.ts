import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { createRule, createRulebook, scopes, type Rule, type Rulebook, type RuleStore } from "@precept/core";
import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { anyRule, ruleSet } from "../test/arbitraries.ts";
import { databasePath } from "../test/directory.ts";
import { openStore } from "../test/open.ts";
import { collect, idsOf } from "../test/rules.ts";

const runs = { numRuns: propertyRuns({ sample: 100, full: 150 }) };

it("**Feature: agent-rules, Property 1: Rule Parsing Round Trip** over SQLite", async () => {
  const time = "2026-11-21T09:00:00.000Z";
  const store = openStore({ now: () => new Date(time) });
  await fc.assert(
    fc.asyncProperty(anyRule, async (rule) => {
      const id = `${rule.id} ${String(await countOf(store))}`;
      const saved = await store.save({ ...rule, id });
      const expected = {
        ...rule,
        id,
        origin: { ...rule.origin, store: "sqlite" },
        createdAt: rule.createdAt === "" ? time : rule.createdAt,
        updatedAt: time,
      };
      expect(saved.rule).toEqual(expected);
      expect(await store.get(id)).toEqual(saved);
      expect((await collect(store.list({ filter: { name: rule.name } }))).find((one) => one.rule.id === id)).toEqual(saved);
      expect(await collect(store.history(id))).toEqual([
        { rule: saved.rule, revision: saved.revision, deleted: false, at: time },
      ]);
    }),
    runs,
  );
});

async function countOf(store: RuleStore): Promise<number> {
  return (await idsOf(store)).length;
}

/** A rulebook over a store whose rules are replaced with each run, so that it has to follow changes. */
function openRulebook(): { readonly rulebook: Rulebook; readonly hold: (rules: readonly Rule[]) => Promise<void> } {
  const store = openStore();
  const rulebook = createRulebook({ stores: [store], budget: { characters: 1_000_000 } });
  onTestFinished(() => rulebook[Symbol.asyncDispose]());
  return {
    rulebook,
    hold: async (rules) => {
      const old = await idsOf(store);
      await store.apply([
        ...old.map((id) => ({ kind: "delete", id }) as const),
        ...rules.map((rule) => ({ kind: "save", rule }) as const),
      ]);
    },
  };
}

/** The rules of each name by the definition of the property: highest scope first, then by id. */
function rulesByName(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const rank = (rule: Rule) => scopes.indexOf(rule.scope);
  const names = [...new Set(rules.map((rule) => rule.name))];
  return names.map((name) => rules.filter((rule) => rule.name === name).toSorted((left, right) => rank(right) - rank(left)));
}

describe("names that several rules declare", () => {
  it("**Feature: agent-rules, Property 4: Scope Priority Ordering** over SQLite", async () => {
    const { rulebook, hold } = openRulebook();
    await fc.assert(
      fc.asyncProperty(ruleSet(["scope", "priority", "override"]), async (rules) => {
        await hold(rules);
        const { applied } = await rulebook.resolve();
        expect(new Map(applied.map(({ rule }) => [rule.name, rule.scope]))).toEqual(
          new Map(rulesByName(rules).map(([winner]) => [winner?.name, winner?.scope])),
        );
        expect(applied).toHaveLength(rulesByName(rules).length);
      }),
      runs,
    );
  });

  it("**Feature: agent-rules, Property 9: Override Behavior** over SQLite", async () => {
    const { rulebook, hold } = openRulebook();
    await fc.assert(
      fc.asyncProperty(ruleSet(["scope", "override"], fc.constant("a")), async (rules) => {
        await hold(rules);
        const { skipped, conflicts } = await rulebook.resolve();
        const [winner, ...losers] = rulesByName(rules)[0] ?? [];
        const kind = winner?.override === true ? "overridden" : "shadowed";
        expect(new Set(skipped.map(({ rule, reason }) => `${rule.id} ${reason.kind}`))).toEqual(
          new Set(losers.map(({ id }) => `${id} ${kind}`)),
        );
        expect(conflicts).toHaveLength(winner?.override === true ? 0 : losers.length);
      }),
      runs,
    );
  });

  it("**Feature: agent-rules, Property 14: Conflict Detection Accuracy** over SQLite", async () => {
    const { rulebook, hold } = openRulebook();
    await fc.assert(
      fc.asyncProperty(ruleSet(["scope", "override"]), async (rules) => {
        await hold(rules);
        const { conflicts } = await rulebook.resolve();
        const expected = rulesByName(rules).flatMap(([winner, ...losers]) =>
          winner === undefined || winner.override
            ? []
            : losers.map((loser) => `${winner.scope === loser.scope ? "duplicateName" : "shadowed"} ${winner.id} ${loser.id}`),
        );
        expect(conflicts.map(({ kind, ids }) => `${kind} ${ids.join(" ")}`).toSorted()).toEqual(expected.toSorted());
      }),
      runs,
    );
  });
});

it("**Feature: agent-rules, Property 11: Path Safety Validation** over SQLite: no id or name leads to another file", async () => {
  const path = databasePath();
  const store = openStore({ path });
  const hostile = fc.constantFrom(
    "../escape",
    "/etc/passwd",
    "C:\\x",
    "file:other.db",
    "a\u0000b",
    "';DROP TABLE rule;--",
    "nul",
    "~/x",
  );
  const text = fc.oneof(hostile, fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 20 }));
  await fc.assert(
    fc.asyncProperty(text, text, async (id, name) => {
      const { rule, revision } = await store.save(createRule({ id, name }));
      expect((await store.get(id))?.rule).toEqual(rule);
      expect((await collect(store.list({ filter: { name } }))).map((one) => one.rule.id)).toEqual([id]);
      expect(await store.delete(id, { revision })).toBe(true);
      expect(readdirSync(dirname(path)).filter((file) => !/^rules\.db(?:-wal|-shm)?$/.test(file))).toEqual([]);
    }),
    runs,
  );
});
