import type { RuleWriteResult, StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectCyclePrevented, expectRejected, expectRejectedUnchanged, expectUnchanged } from "../subject/expect-rejected.ts";
import { expectChanges, recordChanges } from "../subject/listen.ts";
import { copyOf, mutate, snapshotOf, sortedNamesOf } from "../subject/read.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, expectSame, newRule, saveRule } from "../subject/save.ts";

function kindsOf(results: readonly RuleWriteResult[]): readonly string[] {
  return results.map((result) => {
    if (result.kind === "rejected") return result.error.code;
    return result.kind === "saved" ? result.stored.rule.name : `existed: ${result.existed}`;
  });
}

function savedOf(results: readonly RuleWriteResult[]): readonly StoredRule[] {
  return results.flatMap((result) => (result.kind === "saved" ? [result.stored] : []));
}

export const batchChecks: ChecksOf<"apply" | "write-many"> = {
  async "apply/all"(subject, store) {
    const old = await saveRule(subject, { name: "old" });
    const gone = await saveRule(subject, { name: "gone" });
    const [one, two] = [newRule(subject, { name: "one" }), newRule(subject, { name: "two" })];
    const saved = await store.apply([
      { kind: "save", rule: two },
      { kind: "delete", id: gone.rule.id, revision: gone.revision },
      { kind: "save", rule: { ...old.rule, priority: 7 }, revision: old.revision },
      { kind: "delete", id: "project:never-was" },
      { kind: "save", rule: one },
    ]);
    expect(saved.map(({ rule }) => rule.name)).toEqual(["two", "old", "one"]);
    for (const stored of saved) expect(await store.get(stored.rule.id)).toEqual(stored);
    expectSame(subject, two, saved[0]?.rule);
    expect(saved[1]?.rule.priority).toBe(7);
    expect((await snapshotOf(store)).map(({ rule }) => rule.name).toSorted()).toEqual(["old", "one", "two"]);
    for (const stored of saved) await change(subject, stored, { priority: 9 });
  },

  async "apply/one-change"(subject, store) {
    const gone = await saveRule(subject, { name: "gone" });
    const { changes } = recordChanges(store);
    const saved = await store.apply([
      { kind: "save", rule: newRule(subject, { name: "one" }) },
      { kind: "delete", id: gone.rule.id },
      { kind: "save", rule: newRule(subject, { name: "two" }) },
    ]);
    expectChanges(changes, [{ saved, deleted: [gone.rule.id] }]);
  },

  async "apply/none-after-conflict"(subject, store) {
    const first = await saveRule(subject);
    await change(subject, first, { priority: 2 });
    const other = await saveRule(subject, { name: "other" });
    const stale = [
      { kind: "save", rule: first.rule, revision: first.revision },
      { kind: "save", rule: first.rule },
      { kind: "delete", id: first.rule.id, revision: first.revision },
    ] as const;
    for (const write of stale) {
      const writes = [
        { kind: "save", rule: newRule(subject, { name: "new" }) },
        { kind: "save", rule: { ...other.rule, priority: 7 }, revision: other.revision },
        write,
        { kind: "delete", id: first.rule.id },
      ] as const;
      await expectRejectedUnchanged(store, () => store.apply(writes), "RULE_CONFLICT");
    }
    // The failed attempts have no effect on later writes.
    await change(subject, other, { priority: 8 });
    await saveRule(subject, { name: "new" });
  },

  async "apply/none-after-invalid"(subject, store) {
    const other = await saveRule(subject, { name: "other" });
    const bad = { ...buildRule({ name: "bad" }), priority: 0 };
    const writes = [
      { kind: "delete", id: other.rule.id },
      { kind: "save", rule: bad },
    ] as const;
    await expectRejectedUnchanged(store, () => store.apply(writes), "RULE_INVALID");
    await expectRejectedUnchanged(store, () => store.apply(writes.toReversed()), "RULE_INVALID");
  },

  async "apply/ring"(subject, store) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    const writes = [
      { kind: "save", rule: { ...one.rule, replaces: [two.rule.id] }, revision: one.revision },
      { kind: "save", rule: { ...two.rule, replaces: [one.rule.id] }, revision: two.revision },
    ] as const;
    await expectCyclePrevented(subject, () => store.apply(writes));
  },

  async "apply/in-order"(subject, store) {
    const first = await saveRule(subject, { priority: 1 });
    const { changes } = recordChanges(store);
    const saved = await store.apply([
      { kind: "delete", id: first.rule.id, revision: first.revision },
      { kind: "save", rule: { ...first.rule, priority: 2 } },
    ]);
    expect(saved.map(({ rule }) => rule.priority)).toEqual([2]);
    expect(await snapshotOf(store)).toEqual(saved);
    expect(saved[0]?.revision).not.toBe(first.revision);
    expectChanges(changes, [{ saved, deleted: [] }]);
  },

  async "apply/nothing"(subject, store) {
    await saveRule(subject);
    await expectUnchanged(store, async () => {
      expect(await store.apply([])).toEqual([]);
      expect(await store.apply([{ kind: "delete", id: "project:never-was" }])).toEqual([]);
    });
  },

  async "write-many/results"(subject, store) {
    const old = await saveRule(subject, { name: "old" });
    const gone = await saveRule(subject, { name: "gone" });
    const results = await store.writeMany([
      { kind: "save", rule: newRule(subject, { name: "two" }) },
      { kind: "delete", id: gone.rule.id, revision: gone.revision },
      { kind: "save", rule: { ...old.rule, priority: 7 }, revision: old.revision },
      { kind: "delete", id: "project:never-was" },
      { kind: "save", rule: newRule(subject, { name: "one" }), uniqueName: true },
    ]);
    expect(kindsOf(results)).toEqual(["two", "existed: true", "old", "existed: false", "one"]);
    const saved = savedOf(results);
    expectSame(subject, newRule(subject, { name: "two" }), saved[0]?.rule);
    expect(saved[1]?.rule.priority).toBe(7);
    for (const stored of saved) expect(await store.get(stored.rule.id)).toEqual(stored);
    expect(await sortedNamesOf(store)).toEqual(["old", "one", "two"]);
    for (const stored of saved) await change(subject, stored, { priority: 9 });
    expect(await store.writeMany([])).toEqual([]);
  },

  async "write-many/rejected"(subject, store) {
    const first = await saveRule(subject, { name: "first" });
    const current = await change(subject, first, { priority: 2 });
    const results = await store.writeMany([
      { kind: "save", rule: newRule(subject, { name: "one" }) },
      { kind: "save", rule: { ...newRule(subject, { name: "bad" }), priority: 0 } },
      { kind: "save", rule: { ...first.rule, priority: 9 }, revision: first.revision },
      { kind: "delete", id: first.rule.id, revision: first.revision },
      { kind: "save", rule: buildRule({ id: "project:first-again", name: "first" }), uniqueName: true },
      { kind: "save", rule: newRule(subject, { name: "two" }) },
    ]);
    expect(kindsOf(results)).toEqual(["one", "RULE_INVALID", "RULE_CONFLICT", "RULE_CONFLICT", "RULE_EXISTS", "two"]);
    expect(await sortedNamesOf(store)).toEqual(["first", "one", "two"]);
    expect(await store.get(first.rule.id)).toEqual(current);
  },

  async "write-many/in-order"(subject, store) {
    const first = await saveRule(subject, { name: "first", priority: 1 });
    const { id } = first.rule;
    const results = await store.writeMany([
      { kind: "save", rule: { ...first.rule, priority: 2 }, revision: first.revision },
      { kind: "save", rule: { ...first.rule, priority: 3 }, upsert: true },
      { kind: "delete", id },
      { kind: "delete", id },
      { kind: "save", rule: { ...first.rule, priority: 4 } },
    ]);
    expect(kindsOf(results)).toEqual(["first", "first", "existed: true", "existed: false", "first"]);
    expect(savedOf(results).map(({ rule }) => rule.priority)).toEqual([2, 3, 4]);
    expect(await snapshotOf(store)).toEqual(savedOf(results).slice(-1));
  },

  async "write-many/changes"(subject, store) {
    const gone = await saveRule(subject, { name: "gone" });
    const copy = await RuleCopy.of(store);
    const { changes } = recordChanges(store);
    await store.writeMany([
      { kind: "save", rule: newRule(subject, { name: "one" }) },
      { kind: "save", rule: { ...newRule(subject, { name: "bad" }), priority: 0 } },
      { kind: "delete", id: gone.rule.id },
      { kind: "save", rule: newRule(subject, { name: "two" }) },
    ]);
    // One event or several, without a gap.
    expect(changes.length).toBeGreaterThan(0);
    expect(copy.gaps).toBe(0);
    await copy.catchUp();
    await copy.expectEqual();
    expect(copy.position).toBe(await store.etag());
    const count = changes.length;
    await store.writeMany([{ kind: "delete", id: gone.rule.id }]);
    expect(changes).toHaveLength(count);
  },

  async "write-many/handed-in"(subject, store) {
    const rules = ["one", "two", "three"].map((name) => newRule(subject, { name }));
    const writes = rules.map((rule) => ({ kind: "save" as const, rule: copyOf(rule) }));
    const writing = store.writeMany(writes);
    mutate(writes);
    const results = await writing;
    for (const [at, rule] of rules.entries()) expectSame(subject, rule, savedOf(results)[at]?.rule);
  },

  async "write-many/race"(subject, store) {
    const first = await saveRule(subject, { name: "first" });
    const { revision } = first;
    const batches = [1, 2, 3, 4].map((priority) =>
      store.writeMany([
        { kind: "save", rule: { ...first.rule, priority }, revision },
        { kind: "save", rule: newRule(subject, { name: `own-${priority}` }) },
      ]),
    );
    const results = await Promise.all(batches);
    expect(results.filter(([own]) => own?.kind === "saved")).toHaveLength(1);
    expect(results.filter(([own]) => own?.kind === "rejected")).toHaveLength(3);
    expect(await sortedNamesOf(store)).toEqual(["first", "own-1", "own-2", "own-3", "own-4"]);
    await expectRejected(change(subject, first, { priority: 9 }), "RULE_CONFLICT");
  },
};
