import { expect } from "vitest";
import { NotApplicable, type ChecksOf, type Subject } from "../check.ts";
import { expectCyclePrevented } from "../subject/expect-cycle-prevented.ts";
import { expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { buildRule, change, expectSame, saveRule } from "../subject/save.ts";
import { expectChanges, recordChanges } from "../subject/listen.ts";
import { snapshotOf } from "../subject/read.ts";

/** A save within an apply. */
function newRule(subject: Subject, name: string): ReturnType<typeof buildRule> {
  const rule = buildRule({ name });
  if (!subject.accepts(rule)) throw new NotApplicable("The store can't keep the rule that this is about.");
  return rule;
}

export const applyChecks: ChecksOf<"apply"> = {
  async "apply/all"(subject) {
    const { store } = subject;
    const old = await saveRule(subject, { name: "old" });
    const gone = await saveRule(subject, { name: "gone" });
    const [one, two] = [newRule(subject, "one"), newRule(subject, "two")];
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

  async "apply/one-change"(subject) {
    const { store } = subject;
    const gone = await saveRule(subject, { name: "gone" });
    const { changes } = recordChanges(store);
    const saved = await store.apply([
      { kind: "save", rule: newRule(subject, "one") },
      { kind: "delete", id: gone.rule.id },
      { kind: "save", rule: newRule(subject, "two") },
    ]);
    expectChanges(changes, [{ saved, deleted: [gone.rule.id] }]);
  },

  async "apply/none-after-conflict"(subject) {
    const { store } = subject;
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
        { kind: "save", rule: newRule(subject, "new") },
        { kind: "save", rule: { ...other.rule, priority: 7 }, revision: other.revision },
        write,
        { kind: "delete", id: first.rule.id },
      ] as const;
      await expectRejectedUnchanged(subject, () => store.apply(writes), "RULE_CONFLICT");
    }
    // The failed attempts have no effect on later writes.
    await change(subject, other, { priority: 8 });
    await saveRule(subject, { name: "new" });
  },

  async "apply/none-after-invalid"(subject) {
    const { store } = subject;
    const other = await saveRule(subject, { name: "other" });
    const bad = { ...buildRule({ name: "bad" }), priority: 0 };
    const writes = [
      { kind: "delete", id: other.rule.id },
      { kind: "save", rule: bad },
    ] as const;
    await expectRejectedUnchanged(subject, () => store.apply(writes), "RULE_INVALID");
    await expectRejectedUnchanged(subject, () => store.apply(writes.toReversed()), "RULE_INVALID");
  },

  async "apply/ring"(subject) {
    const { store } = subject;
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    const writes = [
      { kind: "save", rule: { ...one.rule, replaces: [two.rule.id] }, revision: one.revision },
      { kind: "save", rule: { ...two.rule, replaces: [one.rule.id] }, revision: two.revision },
    ] as const;
    await expectCyclePrevented(subject, () => store.apply(writes));
  },

  async "apply/in-order"(subject) {
    const { store } = subject;
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

  async "apply/nothing"(subject) {
    const { store } = subject;
    await saveRule(subject);
    const before = await snapshotOf(store);
    const { changes } = recordChanges(store);
    expect(await store.apply([])).toEqual([]);
    expect(await store.apply([{ kind: "delete", id: "project:never-was" }])).toEqual([]);
    expect(await snapshotOf(store)).toEqual(before);
    expect(changes).toEqual([]);
  },
};
