import type { RuleWriteResult, StoredRule } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type ChecksOf, type Subject } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { recordChanges } from "../subject/listen.ts";
import { mutate } from "../subject/mutate.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { copyOf, snapshotOf, sortedNamesOf } from "../subject/read.ts";
import { buildRule, change, expectSame, saveRule } from "../subject/save.ts";

function newRule(subject: Subject, name: string): ReturnType<typeof buildRule> {
  const rule = buildRule({ name });
  if (!subject.accepts(rule)) throw new NotApplicable("The store does not accept the rule of this check.");
  return rule;
}

/** The kinds of the results. */
function kindsOf(results: readonly RuleWriteResult[]): readonly string[] {
  return results.map((result) => {
    if (result.kind === "rejected") return result.error.code;
    return result.kind === "saved" ? result.stored.rule.name : `existed: ${result.existed}`;
  });
}

function savedOf(results: readonly RuleWriteResult[]): readonly StoredRule[] {
  return results.flatMap((result) => (result.kind === "saved" ? [result.stored] : []));
}

export const writeManyChecks: ChecksOf<"write-many"> = {
  async "write-many/results"(subject) {
    const { store } = subject;
    const old = await saveRule(subject, { name: "old" });
    const gone = await saveRule(subject, { name: "gone" });
    const results = await store.writeMany([
      { kind: "save", rule: newRule(subject, "two") },
      { kind: "delete", id: gone.rule.id, revision: gone.revision },
      { kind: "save", rule: { ...old.rule, priority: 7 }, revision: old.revision },
      { kind: "delete", id: "project:never-was" },
      { kind: "save", rule: newRule(subject, "one"), uniqueName: true },
    ]);
    expect(kindsOf(results)).toEqual(["two", "existed: true", "old", "existed: false", "one"]);
    const saved = savedOf(results);
    expectSame(subject, newRule(subject, "two"), saved[0]?.rule);
    expect(saved[1]?.rule.priority).toBe(7);
    for (const stored of saved) expect(await store.get(stored.rule.id)).toEqual(stored);
    expect(await sortedNamesOf(store)).toEqual(["old", "one", "two"]);
    for (const stored of saved) await change(subject, stored, { priority: 9 });
    expect(await store.writeMany([])).toEqual([]);
  },

  async "write-many/rejected"(subject) {
    const { store } = subject;
    const first = await saveRule(subject, { name: "first" });
    const current = await change(subject, first, { priority: 2 });
    const results = await store.writeMany([
      { kind: "save", rule: newRule(subject, "one") },
      { kind: "save", rule: { ...newRule(subject, "bad"), priority: 0 } },
      { kind: "save", rule: { ...first.rule, priority: 9 }, revision: first.revision },
      { kind: "delete", id: first.rule.id, revision: first.revision },
      { kind: "save", rule: buildRule({ id: "project:first-again", name: "first" }), uniqueName: true },
      { kind: "save", rule: newRule(subject, "two") },
    ]);
    expect(kindsOf(results)).toEqual(["one", "RULE_INVALID", "RULE_CONFLICT", "RULE_CONFLICT", "RULE_EXISTS", "two"]);
    expect(await sortedNamesOf(store)).toEqual(["first", "one", "two"]);
    expect(await store.get(first.rule.id)).toEqual(current);
  },

  async "write-many/in-order"(subject) {
    const { store } = subject;
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

  async "write-many/changes"(subject) {
    const { store } = subject;
    const gone = await saveRule(subject, { name: "gone" });
    const copy = await RuleCopy.of(store);
    const { changes } = recordChanges(store);
    await store.writeMany([
      { kind: "save", rule: newRule(subject, "one") },
      { kind: "save", rule: { ...newRule(subject, "bad"), priority: 0 } },
      { kind: "delete", id: gone.rule.id },
      { kind: "save", rule: newRule(subject, "two") },
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

  async "write-many/handed-in"(subject) {
    const { store } = subject;
    const rules = ["one", "two", "three"].map((name) => newRule(subject, name));
    const writes = rules.map((rule) => ({ kind: "save" as const, rule: copyOf(rule) }));
    const writing = store.writeMany(writes);
    mutate(writes);
    const results = await writing;
    for (const [at, rule] of rules.entries()) expectSame(subject, rule, savedOf(results)[at]?.rule);
  },

  async "write-many/race"(subject) {
    const { store } = subject;
    const first = await saveRule(subject, { name: "first" });
    const { revision } = first;
    const batches = [1, 2, 3, 4].map((priority) =>
      store.writeMany([
        { kind: "save", rule: { ...first.rule, priority }, revision },
        { kind: "save", rule: newRule(subject, `own-${priority}`) },
      ]),
    );
    const results = await Promise.all(batches);
    expect(results.filter(([own]) => own?.kind === "saved")).toHaveLength(1);
    expect(results.filter(([own]) => own?.kind === "rejected")).toHaveLength(3);
    expect(await sortedNamesOf(store)).toEqual(["first", "own-1", "own-2", "own-3", "own-4"]);
    await expectRejected(change(subject, first, { priority: 9 }), "RULE_CONFLICT");
  },
};
