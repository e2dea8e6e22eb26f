import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejectedUnchanged, fulfilledIn, rejectedWith } from "../subject/expect-rejected.ts";
import { expectChanges, recordChanges } from "../subject/listen.ts";
import { snapshotOf } from "../subject/read.ts";
import { buildRule, change, expectSame, saveAndDelete, saveRule } from "../subject/save.ts";

const upsert = { upsert: true };

const conflict = "RULE_CONFLICT";

export const writeChecks: ChecksOf<"upsert" | "conflict" | "delete"> = {
  async "upsert/new"(subject, store) {
    const { changes } = recordChanges(store);
    const stored = await store.save(buildRule({ priority: 3 }), upsert);
    expectSame(subject, buildRule({ priority: 3 }), stored.rule);
    expect(await snapshotOf(store)).toEqual([stored]);
    expectChanges(changes, [{ saved: [stored], deleted: [] }]);
    const gone = await saveAndDelete(subject, { name: "gone" });
    const again = await store.save(gone.rule, upsert);
    expect(await store.get(again.rule.id)).toEqual(again);
  },

  async "upsert/existing"(subject, store) {
    const first = await saveRule(subject, { priority: 1, tags: ["a:1"] });
    const other = await saveRule(subject, { name: "other" });
    await change(subject, first, { priority: 2 });
    const { changes } = recordChanges(store);
    const third = await store.save({ ...first.rule, priority: 3, tags: [] }, upsert);
    expect(third.rule).toMatchObject({ id: first.rule.id, priority: 3, tags: [] });
    expect((await snapshotOf(store)).map(({ rule }) => rule.name).toSorted()).toEqual(["other", "style"]);
    expect(await store.get(third.rule.id)).toEqual(third);
    expect(await store.get(other.rule.id)).toEqual(other);
    expectChanges(changes, [{ saved: [third], deleted: [] }]);
    await change(subject, third, { priority: 4 });
  },

  async "upsert/race"(subject, store) {
    const first = await saveRule(subject);
    const priorities = Array.from({ length: 8 }, (_, position) => position + 1);
    const saved = await Promise.all(priorities.map((priority) => store.save({ ...first.rule, priority }, upsert)));
    expect(new Set([first.revision, ...saved.map(({ revision }) => revision)]).size).toBe(priorities.length + 1);
    const [last, ...more] = await snapshotOf(store);
    expect(more).toEqual([]);
    expect(saved).toContainEqual(last);
  },

  async "upsert/unique-name"(subject, store) {
    const first = await saveRule(subject, { name: "money" });
    const options = { upsert: true, uniqueName: true };
    const again = buildRule({ id: "project:again", name: "money" });
    await expectRejectedUnchanged(store, () => store.save(again, options), "RULE_EXISTS");
    // The name of the rule itself is not taken.
    const second = await store.save({ ...first.rule, priority: 7 }, options);
    expect(await snapshotOf(store)).toEqual([second]);
    const rules = Array.from({ length: 6 }, (_, position) => buildRule({ id: `project:race-${position}`, name: "race" }));
    const outcomes = await Promise.allSettled(rules.map((rule) => store.save(rule, options)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  },

  async "upsert/invalid"(subject, store) {
    const stored = await saveRule(subject);
    await expectRejectedUnchanged(store, () => store.save({ ...stored.rule, priority: 0 }, upsert), "RULE_INVALID");
    await expectRejectedUnchanged(
      store,
      () => store.save({ ...buildRule({ name: "new" }), priority: 0 }, upsert),
      "RULE_INVALID",
    );
  },

  async "conflict/exists"(subject, store) {
    const { rule } = await saveRule(subject);
    await expectRejectedUnchanged(store, () => store.save({ ...rule, priority: 9 }), conflict);
    await expectRejectedUnchanged(store, () => store.save(rule), conflict);
  },

  async "conflict/stale"(subject, store) {
    const first = await saveRule(subject, { priority: 1 });
    const second = await change(subject, first, { priority: 2 });
    await change(subject, second, { priority: 3 });
    for (const stale of [first, second]) {
      await expectRejectedUnchanged(store, () => change(subject, stale, { priority: 9 }), conflict);
    }
  },

  async "conflict/unknown"(subject, store) {
    const stored = await saveRule(subject);
    for (const revision of ["", "never", `${stored.revision}0`]) {
      await expectRejectedUnchanged(store, () => change(subject, { ...stored, revision }, { priority: 9 }), conflict);
    }
  },

  async "conflict/missing"(subject, store) {
    const { revision } = await saveRule(subject, { name: "other" });
    await expectRejectedUnchanged(store, () => store.save(buildRule({ name: "new" }), { revision }), conflict);
  },

  async "conflict/deleted"(subject, store) {
    const stored = await saveRule(subject);
    await store.delete(stored.rule.id);
    await expectRejectedUnchanged(store, () => change(subject, stored, { priority: 9 }), conflict);
  },

  async "conflict/one-winner"(subject, store) {
    const stored = await saveRule(subject);
    const priorities = Array.from({ length: 16 }, (_, position) => position + 1);
    const outcomes = await Promise.allSettled(priorities.map((priority) => change(subject, stored, { priority })));
    const won = fulfilledIn(outcomes);
    expect(won).toHaveLength(1);
    expect(rejectedWith(conflict, outcomes)).toHaveLength(priorities.length - 1);
    expect(await snapshotOf(store)).toEqual(won);
  },

  async "conflict/save-or-delete"(subject, store) {
    for (const name of ["one", "two", "three", "four"]) {
      const stored = await saveRule(subject, { name });
      const { revision, rule } = stored;
      const saving = () => change(subject, stored, { priority: 9 });
      const deleting = () => store.delete(rule.id, { revision });
      const calls = name === "one" || name === "three" ? [saving, deleting] : [deleting, saving];
      const outcomes = await Promise.allSettled(calls.map((call) => call()));
      const [won, ...more] = fulfilledIn(outcomes);
      expect(more).toEqual([]);
      expect(await store.get(rule.id)).toEqual(won === true ? undefined : won);
      expect(rejectedWith(conflict, outcomes)).toHaveLength(1);
    }
  },

  async "delete/gone"(subject, store) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    expect(await store.delete(one.rule.id)).toBe(true);
    expect(await store.get(one.rule.id)).toBeUndefined();
    expect(await snapshotOf(store)).toEqual([two]);
  },

  async "delete/missing"(subject, store) {
    const stored = await saveRule(subject);
    const others = ["project:other", "", "../style", stored.rule.id.toUpperCase(), `${stored.rule.id}x`];
    for (const id of others) if (id !== stored.rule.id) expect(await store.delete(id)).toBe(false);
    expect(await snapshotOf(store)).toEqual([stored]);
    expect(await store.delete(stored.rule.id)).toBe(true);
    expect(await store.delete(stored.rule.id)).toBe(false);
  },

  async "delete/current"(subject, store) {
    const stored = await change(subject, await saveRule(subject), { priority: 2 });
    expect(await store.delete(stored.rule.id, { revision: stored.revision })).toBe(true);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "delete/stale"(subject, store) {
    const first = await saveRule(subject);
    await change(subject, first, { priority: 2 });
    for (const revision of [first.revision, "never", ""]) {
      await expectRejectedUnchanged(store, () => store.delete(first.rule.id, { revision }), "RULE_CONFLICT");
    }
  },

  async "delete/one-winner"(subject, store) {
    const { rule } = await saveRule(subject);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => store.delete(rule.id)));
    expect(outcomes.filter(Boolean)).toEqual([true]);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "delete/saved-again"(subject, store) {
    const first = await saveRule(subject);
    await store.delete(first.rule.id);
    const again = await saveRule(subject, { priority: 8 });
    expect(again.revision).not.toBe(first.revision);
    expectSame(subject, buildRule({ priority: 8 }), (await store.get(again.rule.id))?.rule);
    expect(await snapshotOf(store)).toEqual([again]);
  },
};
