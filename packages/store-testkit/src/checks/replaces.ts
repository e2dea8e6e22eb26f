import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { change, saveRule } from "../subject/save.ts";
import { snapshotOf } from "../subject/read.ts";

// Cycles are closed by changes of existing rules, whose ids are known.

export const replacesChecks: ChecksOf<"replaces"> = {
  async "replaces/self"(subject) {
    const stored = await saveRule(subject);
    const { id } = stored.rule;
    await expectRejectedUnchanged(subject, () => change(subject, stored, { replaces: [id] }), "RULE_INVALID");
    await expectRejectedUnchanged(subject, () => change(subject, stored, { replaces: ["project:other", id] }), "RULE_INVALID");
  },

  async "replaces/two"(subject) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    await expectRejectedUnchanged(subject, () => change(subject, one, { replaces: [two.rule.id] }), "RULE_INVALID");
    // Inactive rules count too: the cycle would close if the rule is enabled.
    await expectRejectedUnchanged(
      subject,
      () => change(subject, one, { replaces: [two.rule.id], enabled: false }),
      "RULE_INVALID",
    );
  },

  async "replaces/three"(subject) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    const three = await saveRule(subject, { name: "three", replaces: ["project:other", two.rule.id] });
    await expectRejectedUnchanged(subject, () => change(subject, one, { replaces: [three.rule.id] }), "RULE_INVALID");
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
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const replacing = (await snapshotOf(subject.store)).filter(({ rule }) => rule.replaces.length > 0);
    expect(replacing).toHaveLength(1);
  },
};
