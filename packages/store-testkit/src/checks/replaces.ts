import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectCyclePrevented } from "../subject/expect-cycle-prevented.ts";
import { change, saveRule } from "../subject/save.ts";
import { snapshotOf, sortedNamesOf } from "../subject/read.ts";

// Changes of existing rules, whose ids are known, close the cycles.

export const replacesChecks: ChecksOf<"replaces"> = {
  async "replaces/self"(subject) {
    for (const others of [[], ["project:other"]]) {
      const stored = await saveRule(subject, { name: `self-${others.length}` });
      await expectCyclePrevented(subject, () => change(subject, stored, { replaces: [...others, stored.rule.id] }));
    }
  },

  async "replaces/two"(subject) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    await expectCyclePrevented(subject, () => change(subject, one, { replaces: [two.rule.id] }));
    // Inactive rules count too, because enabling the rule would close the cycle.
    if (!subject.capabilities.cycleChecks) return;
    await expectCyclePrevented(subject, () => change(subject, one, { replaces: [two.rule.id], enabled: false }));
  },

  async "replaces/three"(subject) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    const three = await saveRule(subject, { name: "three", replaces: ["project:other", two.rule.id] });
    await expectCyclePrevented(subject, () => change(subject, one, { replaces: [three.rule.id] }));
  },

  async "replaces/chain"(subject) {
    const { rule: one } = await saveRule(subject, { name: "one" });
    const { rule: two } = await saveRule(subject, { name: "two", replaces: [one.id] });
    const { rule: three } = await saveRule(subject, { name: "three", replaces: [one.id] });
    const four = await saveRule(subject, { name: "four", replaces: [two.id, three.id] });
    expect((await subject.store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id]);
    await change(subject, four, { replaces: [two.id, three.id, one.id] });
    expect((await subject.store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id, one.id]);
  },

  async "replaces/missing"(subject) {
    const { store } = subject;
    const { rule: old } = await saveRule(subject, { name: "old" });
    const stored = await saveRule(subject, { replaces: [old.id, "project:never-was"] });
    await store.delete(old.id);
    expect((await store.get(stored.rule.id))?.rule.replaces).toEqual([old.id, "project:never-was"]);
    const changed = await change(subject, stored, { priority: 3 });
    expect(changed.rule.replaces).toEqual([old.id, "project:never-was"]);
  },

  async "replaces/race"(subject) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    const outcomes = await Promise.allSettled([
      change(subject, one, { replaces: [two.rule.id] }),
      change(subject, two, { replaces: [one.rule.id] }),
    ]);
    if (!subject.capabilities.cycleChecks && outcomes.every(({ status }) => status === "fulfilled")) {
      expect(await sortedNamesOf(subject.store, { filter: { status: ["superseded"] } })).toEqual([]);
      return;
    }
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const replacing = (await snapshotOf(subject.store)).filter(({ rule }) => rule.replaces.length > 0);
    expect(replacing).toHaveLength(1);
  },
};
