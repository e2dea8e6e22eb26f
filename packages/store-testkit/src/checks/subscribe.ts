import type { StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";
import { changedIds, expectChanges, recordChanges, type ExpectedChange } from "../subject/listen.ts";
import { snapshotOf } from "../subject/read.ts";

function savedIn(...stored: readonly StoredRule[]): ExpectedChange {
  return { saved: stored, deleted: [] };
}

/** Marks a promise as handled, since it can reject before it is awaited. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

export const subscribeChecks: ChecksOf<"subscribe"> = {
  async "subscribe/saved"(subject) {
    const { changes } = recordChanges(subject.store);
    const first = await saveRule(subject);
    expectChanges(changes, [savedIn(first)]);
    const second = await change(subject, first, { priority: 7 });
    expectChanges(changes, [savedIn(first), savedIn(second)]);
    // A late notification would appear with the next one.
    const third = await saveRule(subject, { name: "other" });
    expectChanges(changes, [savedIn(first), savedIn(second), savedIn(third)]);
  },

  async "subscribe/deleted"(subject) {
    const { rule } = await saveRule(subject);
    const { changes } = recordChanges(subject.store);
    await subject.store.delete(rule.id);
    expectChanges(changes, [{ saved: [], deleted: [rule.id] }]);
    const other = await saveRule(subject, { name: "other" });
    expectChanges(changes, [{ saved: [], deleted: [rule.id] }, savedIn(other)]);
  },

  async "subscribe/nothing-happened"(subject) {
    const { store } = subject;
    const stored = await saveRule(subject);
    const { changes } = recordChanges(store);
    await Promise.allSettled([
      store.save({ ...stored.rule, priority: 3 }),
      store.save({ ...stored.rule, priority: 0 }, { revision: stored.revision }),
      store.save(buildRule({ name: "new" }), { revision: stored.revision }),
      store.delete(stored.rule.id, { revision: "never" }),
    ]);
    await store.delete("project:other");
    expect(changes).toEqual([]);
  },

  async "subscribe/visible"(subject) {
    const { store } = subject;
    const reads: Promise<readonly [StoredRule | undefined, readonly StoredRule[]]>[] = [];
    const read = (id: string) => reads.push(handled(Promise.all([store.get(id), snapshotOf(store)])));
    store.subscribe((event) => changedIds(event).forEach(read));
    const first = await saveRule(subject);
    const shown = await reads[0];
    const second = await change(subject, first, { priority: 7 });
    const shownThen = await reads[1];
    await store.delete(second.rule.id);
    expect([shown, shownThen, await reads[2]]).toEqual([
      [first, [first]],
      [second, [second]],
      [undefined, []],
    ]);
  },

  async "subscribe/writes-itself"(subject) {
    const { store } = subject;
    const answers: Promise<StoredRule>[] = [];
    const unsubscribe = store.subscribe(({ kind }) => {
      if (kind === "state") return;
      unsubscribe();
      answers.push(handled(saveRule(subject, { name: "answer" })));
    });
    const first = await saveRule(subject);
    expect(answers).toHaveLength(1);
    const answer = await answers[0];
    expect(await store.get(first.rule.id)).toEqual(first);
    expect(await store.get(answer?.rule.id ?? "")).toEqual(answer);
  },

  async "subscribe/everyone"(subject) {
    const one = recordChanges(subject.store);
    const two = recordChanges(subject.store);
    const stored = await saveRule(subject);
    await subject.store.delete(stored.rule.id);
    expectChanges(one.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
    expectChanges(two.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
  },

  async "subscribe/leaves"(subject) {
    const one = recordChanges(subject.store);
    const two = recordChanges(subject.store);
    const first = await saveRule(subject, { name: "first" });
    one.unsubscribe();
    one.unsubscribe();
    const second = await saveRule(subject, { name: "second" });
    expectChanges(one.changes, [savedIn(first)]);
    expectChanges(two.changes, [savedIn(first), savedIn(second)]);
  },

  async "subscribe/twice"(subject) {
    let calls = 0;
    const count: Parameters<typeof subject.store.subscribe>[0] = ({ kind }) => {
      if (kind !== "state") calls += 1;
    };
    const unsubscribe = subject.store.subscribe(count);
    subject.store.subscribe(count);
    await saveRule(subject, { name: "first" });
    expect(calls).toBe(2);
    unsubscribe();
    await saveRule(subject, { name: "second" });
    expect(calls).toBe(3);
  },

  async "subscribe/throws"(subject) {
    const { store } = subject;
    const before = recordChanges(store);
    store.subscribe(() => {
      throw new Error("A listener that fails.");
    });
    const after = recordChanges(store);
    const stored = await saveRule(subject);
    expect(await store.get(stored.rule.id)).toEqual(stored);
    expect(await store.delete(stored.rule.id)).toBe(true);
    expectChanges(after.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
    expectChanges(before.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
  },
};
