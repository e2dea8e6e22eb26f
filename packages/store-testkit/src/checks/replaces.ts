import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRefusedUnchanged } from "../subject/expect-refused.ts";
import { change, keep } from "../subject/keep.ts";
import { everything } from "../subject/read.ts";

// Rings are closed by changes of rules that are there: only then is it known which id a store gave them.

export const replacesChecks: ChecksOf<"replaces"> = {
  async "replaces/self"(subject) {
    const stored = await keep(subject);
    const { id } = stored.rule;
    await expectRefusedUnchanged(subject, () => change(subject, stored, { replaces: [id] }), "RULE_INVALID");
    await expectRefusedUnchanged(subject, () => change(subject, stored, { replaces: ["project:other", id] }), "RULE_INVALID");
  },

  async "replaces/two"(subject) {
    const one = await keep(subject, { name: "one" });
    const two = await keep(subject, { name: "two", replaces: [one.rule.id] });
    await expectRefusedUnchanged(subject, () => change(subject, one, { replaces: [two.rule.id] }), "RULE_INVALID");
    // Out of force or not, a ring is a ring: it would close when somebody enables the rule.
    await expectRefusedUnchanged(
      subject,
      () => change(subject, one, { replaces: [two.rule.id], enabled: false }),
      "RULE_INVALID",
    );
  },

  async "replaces/three"(subject) {
    const one = await keep(subject, { name: "one" });
    const two = await keep(subject, { name: "two", replaces: [one.rule.id] });
    const three = await keep(subject, { name: "three", replaces: ["project:other", two.rule.id] });
    await expectRefusedUnchanged(subject, () => change(subject, one, { replaces: [three.rule.id] }), "RULE_INVALID");
  },

  async "replaces/chain"(subject) {
    const { rule: one } = await keep(subject, { name: "one" });
    const { rule: two } = await keep(subject, { name: "two", replaces: [one.id] });
    const { rule: three } = await keep(subject, { name: "three", replaces: [one.id] });
    const four = await keep(subject, { name: "four", replaces: [two.id, three.id] });
    expect((await subject.store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id]);
    await change(subject, four, { replaces: [two.id, three.id, one.id] });
    expect((await subject.store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id, one.id]);
  },

  async "replaces/missing"(subject) {
    const { store } = subject;
    const { rule: old } = await keep(subject, { name: "old" });
    const stored = await keep(subject, { replaces: [old.id, "project:never-was"] });
    await store.delete(old.id);
    expect((await store.get(stored.rule.id))?.rule.replaces).toEqual([old.id, "project:never-was"]);
    const changed = await change(subject, stored, { priority: 3 });
    expect(changed.rule.replaces).toEqual([old.id, "project:never-was"]);
  },

  async "replaces/race"(subject) {
    const one = await keep(subject, { name: "one" });
    const two = await keep(subject, { name: "two" });
    const outcomes = await Promise.allSettled([
      change(subject, one, { replaces: [two.rule.id] }),
      change(subject, two, { replaces: [one.rule.id] }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const replacing = (await everything(subject.store)).filter(({ rule }) => rule.replaces.length > 0);
    expect(replacing).toHaveLength(1);
  },
};
