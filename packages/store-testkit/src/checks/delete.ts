import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRefusedUnchanged } from "../subject/expect-refused.ts";
import { aRule, change, expectSame, keep } from "../subject/keep.ts";
import { everything } from "../subject/read.ts";

export const deleteChecks: ChecksOf<"delete"> = {
  async "delete/gone"(subject) {
    const { store } = subject;
    const one = await keep(subject, { name: "one" });
    const two = await keep(subject, { name: "two" });
    expect(await store.delete(one.rule.id)).toBe(true);
    expect(await store.get(one.rule.id)).toBeUndefined();
    expect(await everything(store)).toEqual([two]);
  },

  async "delete/missing"(subject) {
    const { store } = subject;
    const stored = await keep(subject);
    const others = ["project:other", "", "../style", stored.rule.id.toUpperCase(), `${stored.rule.id}x`];
    for (const id of others) if (id !== stored.rule.id) expect(await store.delete(id)).toBe(false);
    expect(await everything(store)).toEqual([stored]);
    expect(await store.delete(stored.rule.id)).toBe(true);
    expect(await store.delete(stored.rule.id)).toBe(false);
  },

  async "delete/current"(subject) {
    const { store } = subject;
    const stored = await change(subject, await keep(subject), { priority: 2 });
    expect(await store.delete(stored.rule.id, { revision: stored.revision })).toBe(true);
    expect(await everything(store)).toEqual([]);
  },

  async "delete/stale"(subject) {
    const { store } = subject;
    const first = await keep(subject);
    await change(subject, first, { priority: 2 });
    for (const revision of [first.revision, "never", ""]) {
      await expectRefusedUnchanged(subject, () => store.delete(first.rule.id, { revision }), "RULE_CONFLICT");
    }
  },

  async "delete/one-winner"(subject) {
    const { store } = subject;
    const { rule } = await keep(subject);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.delete(rule.id)));
    expect(outcomes.filter(Boolean)).toEqual([true]);
    expect(await everything(store)).toEqual([]);
  },

  async "delete/saved-again"(subject) {
    const { store } = subject;
    const first = await keep(subject);
    await store.delete(first.rule.id);
    const again = await keep(subject, { priority: 8 });
    expect(again.revision).not.toBe(first.revision);
    expectSame(subject, aRule({ priority: 8 }), (await store.get(again.rule.id))?.rule);
    expect(await everything(store)).toEqual([again]);
  },
};
