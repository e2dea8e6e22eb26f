import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { buildRule, change, expectSame, saveRule } from "../subject/save.ts";
import { snapshotOf } from "../subject/read.ts";

export const deleteChecks: ChecksOf<"delete"> = {
  async "delete/gone"(subject) {
    const { store } = subject;
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    expect(await store.delete(one.rule.id)).toBe(true);
    expect(await store.get(one.rule.id)).toBeUndefined();
    expect(await snapshotOf(store)).toEqual([two]);
  },

  async "delete/missing"(subject) {
    const { store } = subject;
    const stored = await saveRule(subject);
    const others = ["project:other", "", "../style", stored.rule.id.toUpperCase(), `${stored.rule.id}x`];
    for (const id of others) if (id !== stored.rule.id) expect(await store.delete(id)).toBe(false);
    expect(await snapshotOf(store)).toEqual([stored]);
    expect(await store.delete(stored.rule.id)).toBe(true);
    expect(await store.delete(stored.rule.id)).toBe(false);
  },

  async "delete/current"(subject) {
    const { store } = subject;
    const stored = await change(subject, await saveRule(subject), { priority: 2 });
    expect(await store.delete(stored.rule.id, { revision: stored.revision })).toBe(true);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "delete/stale"(subject) {
    const { store } = subject;
    const first = await saveRule(subject);
    await change(subject, first, { priority: 2 });
    for (const revision of [first.revision, "never", ""]) {
      await expectRejectedUnchanged(subject, () => store.delete(first.rule.id, { revision }), "RULE_CONFLICT");
    }
  },

  async "delete/one-winner"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.delete(rule.id)));
    expect(outcomes.filter(Boolean)).toEqual([true]);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "delete/saved-again"(subject) {
    const { store } = subject;
    const first = await saveRule(subject);
    await store.delete(first.rule.id);
    const again = await saveRule(subject, { priority: 8 });
    expect(again.revision).not.toBe(first.revision);
    expectSame(subject, buildRule({ priority: 8 }), (await store.get(again.rule.id))?.rule);
    expect(await snapshotOf(store)).toEqual([again]);
  },
};
