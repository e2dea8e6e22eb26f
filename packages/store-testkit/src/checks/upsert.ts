import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { expectChanges, recordChanges } from "../subject/listen.ts";
import { snapshotOf } from "../subject/read.ts";
import { buildRule, change, expectSame, saveRule } from "../subject/save.ts";

const upsert = { upsert: true };

export const upsertChecks: ChecksOf<"upsert"> = {
  async "upsert/new"(subject) {
    const { store } = subject;
    const { changes } = recordChanges(store);
    const stored = await store.save(buildRule({ priority: 3 }), upsert);
    expectSame(subject, buildRule({ priority: 3 }), stored.rule);
    expect(await snapshotOf(store)).toEqual([stored]);
    expectChanges(changes, [{ saved: [stored], deleted: [] }]);
    const gone = await saveRule(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    const again = await store.save(gone.rule, upsert);
    expect(await store.get(again.rule.id)).toEqual(again);
  },

  async "upsert/existing"(subject) {
    const { store } = subject;
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

  async "upsert/race"(subject) {
    const { store } = subject;
    const first = await saveRule(subject);
    const priorities = Array.from({ length: 8 }, (_, position) => position + 1);
    const saved = await Promise.all(priorities.map((priority) => store.save({ ...first.rule, priority }, upsert)));
    expect(new Set([first.revision, ...saved.map(({ revision }) => revision)]).size).toBe(priorities.length + 1);
    const [last, ...more] = await snapshotOf(store);
    expect(more).toEqual([]);
    expect(saved).toContainEqual(last);
  },

  async "upsert/unique-name"(subject) {
    const { store } = subject;
    const first = await saveRule(subject, { name: "money" });
    const options = { upsert: true, uniqueName: true };
    const again = buildRule({ id: "project:again", name: "money" });
    await expectRejectedUnchanged(subject, () => store.save(again, options), "RULE_EXISTS");
    // The name of the rule itself is not taken.
    const second = await store.save({ ...first.rule, priority: 7 }, options);
    expect(await snapshotOf(store)).toEqual([second]);
    const rules = Array.from({ length: 6 }, (_, position) => buildRule({ id: `project:race-${position}`, name: "race" }));
    const outcomes = await Promise.allSettled(rules.map((rule) => store.save(rule, options)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  },

  async "upsert/invalid"(subject) {
    const { store } = subject;
    const stored = await saveRule(subject);
    await expectRejectedUnchanged(subject, () => store.save({ ...stored.rule, priority: 0 }, upsert), "RULE_INVALID");
    await expectRejectedUnchanged(
      subject,
      () => store.save({ ...buildRule({ name: "new" }), priority: 0 }, upsert),
      "RULE_INVALID",
    );
  },
};
