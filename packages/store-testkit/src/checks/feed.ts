import type { StoredRule, SubscribeOptions } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { changedIds, expectChanges, type ExpectedChange, recordChanges } from "../subject/listen.ts";
import { RandomWriter, withRandomWrites } from "../subject/random-writes.ts";
import { snapshotOf } from "../subject/read.ts";
import { expectCopyOf, RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";

const filters: readonly NonNullable<SubscribeOptions["filter"]>[] = [
  {},
  { tenant: { projectId: "shop" } },
  { owner: {} },
  { tags: ["a:1"] },
  { enabled: true },
];

function savedIn(...stored: readonly StoredRule[]): ExpectedChange {
  return { saved: stored, deleted: [] };
}

/** Marks a promise as handled, since it can reject before it is awaited. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

export const feedChecks: ChecksOf<"feed" | "subscribe"> = {
  async "feed/positions"(subject, store) {
    const before = await saveRule(subject, { name: "before" });
    let position = await store.etag();
    const { changes } = recordChanges(store);
    const writes = [
      () => saveRule(subject, { name: "one" }),
      () => change(subject, before, { priority: 7 }),
      () => store.delete(before.rule.id),
    ];
    for (const [at, write] of writes.entries()) {
      await write();
      const token = await store.etag();
      expect(changes[at]).toMatchObject({ kind: "changed", after: position, token });
      position = token;
    }
  },

  async "feed/copies"(subject) {
    await withRandomWrites(subject, async (store, writes) => {
      const writer = new RandomWriter(subject);
      const copies = await Promise.all(filters.map((filter) => RuleCopy.of(store, filter)));
      for (const write of writes) {
        await writer.write(store, write);
        const rules = await snapshotOf(store);
        for (const copy of copies) {
          // Every write is published, without a gap.
          expect(copy.gaps).toBe(0);
          await copy.catchUp();
          expectCopyOf(rules, copy);
        }
      }
    });
  },

  async "feed/filter"(subject, store) {
    const tagged = recordChanges(store, { filter: { tags: ["a:1"] } });
    const enabled = recordChanges(store, { filter: { enabled: true, tags: ["b:2"] } });
    const one = await saveRule(subject, { name: "one", tags: ["a:1"] });
    const two = await saveRule(subject, { name: "two", tags: ["b:2"] });
    const off = await saveRule(subject, { name: "off", tags: ["b:2"], enabled: false });
    await store.delete(off.rule.id);
    const changed = await change(subject, one, { priority: 7 });
    await store.delete(two.rule.id);
    expectChanges(tagged.changes, [
      { saved: [one], deleted: [] },
      { saved: [changed], deleted: [] },
    ]);
    expectChanges(enabled.changes, [
      { saved: [two], deleted: [] },
      { saved: [], deleted: [two.rule.id] },
    ]);
  },

  async "feed/leaves-filter"(subject, store) {
    const stored = await saveRule(subject, { tags: ["a:1"] });
    const { changes } = recordChanges(store, { filter: { tags: ["a:1"] } });
    const left = await change(subject, stored, { tags: ["b:2"] });
    const again = await change(subject, await change(subject, left, { priority: 7 }), { tags: ["a:1"] });
    expectChanges(changes, [
      { saved: [], deleted: [stored.rule.id] },
      { saved: [again], deleted: [] },
    ]);
  },

  async "feed/tenant"(subject, store) {
    const mine = recordChanges(store, { filter: { tenant: { projectId: "p1", userId: "ann" } } });
    const nobody = recordChanges(store, { filter: { tenant: {} } });
    const own = await saveRule(subject, { name: "own", projectId: "p1" });
    for (const [name, tenant] of Object.entries({
      "next-project": { projectId: "p10" },
      "other-case": { projectId: "P1" },
      bob: { projectId: "p1", userId: "bob" },
    })) {
      const stored = await saveRule(subject, { name, ...tenant });
      await change(subject, stored, { priority: 7 });
      await store.delete(stored.rule.id);
    }
    const everyone = await saveRule(subject, { name: "everyone" });
    await change(subject, own, { projectId: "p10" });
    expectChanges(mine.changes, [
      { saved: [own], deleted: [] },
      { saved: [everyone], deleted: [] },
      { saved: [], deleted: [own.rule.id] },
    ]);
    expect(nobody.changes.flatMap(changedIds)).toEqual([everyone.rule.id]);
  },

  async "subscribe/saved"(subject, store) {
    const { changes } = recordChanges(store);
    const first = await saveRule(subject);
    expectChanges(changes, [savedIn(first)]);
    const second = await change(subject, first, { priority: 7 });
    expectChanges(changes, [savedIn(first), savedIn(second)]);
    // A late notification would appear with the next one.
    const third = await saveRule(subject, { name: "other" });
    expectChanges(changes, [savedIn(first), savedIn(second), savedIn(third)]);
  },

  async "subscribe/deleted"(subject, store) {
    const { rule } = await saveRule(subject);
    const { changes } = recordChanges(store);
    await store.delete(rule.id);
    expectChanges(changes, [{ saved: [], deleted: [rule.id] }]);
    const other = await saveRule(subject, { name: "other" });
    expectChanges(changes, [{ saved: [], deleted: [rule.id] }, savedIn(other)]);
  },

  async "subscribe/nothing-happened"(subject, store) {
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

  async "subscribe/visible"(subject, store) {
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

  async "subscribe/writes-itself"(subject, store) {
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

  async "subscribe/everyone"(subject, store) {
    const one = recordChanges(store);
    const two = recordChanges(store);
    const stored = await saveRule(subject);
    await store.delete(stored.rule.id);
    expectChanges(one.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
    expectChanges(two.changes, [savedIn(stored), { saved: [], deleted: [stored.rule.id] }]);
  },

  async "subscribe/leaves"(subject, store) {
    const one = recordChanges(store);
    const two = recordChanges(store);
    const first = await saveRule(subject, { name: "first" });
    one.unsubscribe();
    one.unsubscribe();
    const second = await saveRule(subject, { name: "second" });
    expectChanges(one.changes, [savedIn(first)]);
    expectChanges(two.changes, [savedIn(first), savedIn(second)]);
  },

  async "subscribe/twice"(subject, store) {
    let calls = 0;
    const count: Parameters<typeof store.subscribe>[0] = ({ kind }) => {
      if (kind !== "state") calls += 1;
    };
    const unsubscribe = store.subscribe(count);
    store.subscribe(count);
    await saveRule(subject, { name: "first" });
    expect(calls).toBe(2);
    unsubscribe();
    await saveRule(subject, { name: "second" });
    expect(calls).toBe(3);
  },

  async "subscribe/throws"(subject, store) {
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
