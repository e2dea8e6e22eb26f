import type { SubscribeOptions } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { changedIds, expectChanges, recordChanges } from "../subject/listen.ts";
import { RandomWriter } from "../subject/random-writes.ts";
import { snapshotOf } from "../subject/read.ts";
import { expectCopyOf, RuleCopy } from "../subject/rule-copy.ts";
import { change, saveRule } from "../subject/save.ts";
import { withRandomWrites } from "../subject/with-random-writes.ts";

const filters: readonly NonNullable<SubscribeOptions["filter"]>[] = [
  {},
  { tenant: { projectId: "shop" } },
  { owner: {} },
  { tags: ["a:1"] },
  { enabled: true },
];

export const feedChecks: ChecksOf<"feed"> = {
  async "feed/positions"(subject) {
    const { store } = subject;
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

  async "feed/filter"(subject) {
    const { store } = subject;
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

  async "feed/leaves-filter"(subject) {
    const stored = await saveRule(subject, { tags: ["a:1"] });
    const { changes } = recordChanges(subject.store, { filter: { tags: ["a:1"] } });
    const left = await change(subject, stored, { tags: ["b:2"] });
    const again = await change(subject, await change(subject, left, { priority: 7 }), { tags: ["a:1"] });
    expectChanges(changes, [
      { saved: [], deleted: [stored.rule.id] },
      { saved: [again], deleted: [] },
    ]);
  },

  async "feed/tenant"(subject) {
    const { store } = subject;
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
};
