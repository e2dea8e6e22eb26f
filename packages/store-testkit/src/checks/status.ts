import { statuses, type RuleFilter, type RuleStatus, type RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectCyclePrevented } from "../subject/expect-rejected.ts";
import { snapshotOf, sortedNamesOf } from "../subject/read.ts";
import { change, saveRule } from "../subject/save.ts";

/** Expects the names of the rules with each status, as the store filters them. */
async function expectStatuses(
  store: RuleStore,
  expected: Readonly<Partial<Record<RuleStatus, readonly string[]>>>,
): Promise<void> {
  for (const status of statuses) {
    expect({ status, names: await namesOf(store, { status: [status] }) }).toEqual({ status, names: expected[status] ?? [] });
  }
}

async function namesOf(store: RuleStore, filter: RuleFilter): Promise<readonly string[]> {
  return sortedNamesOf(store, { filter });
}

export const statusChecks: ChecksOf<"status" | "replaces"> = {
  async "status/plain"(subject, store) {
    await saveRule(subject, { name: "current" });
    await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "proposed", pending: true });
    await saveRule(subject, { name: "proposed-and-off", pending: true, enabled: false });
    await expectStatuses(store, { active: ["current"], disabled: ["off", "proposed-and-off"], pending: ["proposed"] });
  },

  async "status/several"(subject, store) {
    await saveRule(subject, { name: "current" });
    await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "proposed", pending: true });
    expect(await namesOf(store, { status: ["pending", "disabled"] })).toEqual(["off", "proposed"]);
    expect(await namesOf(store, { status: ["active", "superseded"] })).toEqual(["current"]);
    expect(await namesOf(store, { status: [] })).toEqual([]);
    expect(await namesOf(store, {})).toEqual(["current", "off", "proposed"]);
  },

  async "status/superseded"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const { rule: off } = await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "new", replaces: [old.id, off.id] });
    await expectStatuses(store, { active: ["new"], superseded: ["off", "old"] });
  },

  async "status/inactive-replacement"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const off = await saveRule(subject, { name: "off", enabled: false, replaces: [old.id] });
    await saveRule(subject, { name: "proposed", pending: true, replaces: [old.id] });
    await expectStatuses(store, { active: ["old"], disabled: ["off"], pending: ["proposed"] });
    await change(subject, off, { enabled: true });
    expect(await namesOf(store, { status: ["superseded"] })).toEqual(["old"]);
  },

  async "status/chain"(subject, store) {
    const { rule: first } = await saveRule(subject, { name: "first" });
    const { rule: second } = await saveRule(subject, { name: "second", replaces: [first.id] });
    await saveRule(subject, { name: "third", replaces: [second.id] });
    await expectStatuses(store, { active: ["third"], superseded: ["first", "second"] });
  },

  async "status/filtered-apart"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old", tags: ["a:1"] });
    await saveRule(subject, { name: "new", replaces: [old.id], tags: ["b:2"] });
    expect(await namesOf(store, { tags: ["a:1"], status: ["active"] })).toEqual([]);
    expect(await namesOf(store, { tags: ["a:1"], status: ["superseded"] })).toEqual(["old"]);
    expect(await namesOf(store, { name: "old", status: ["superseded"] })).toEqual(["old"]);
  },

  async "status/restored"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const { rule } = await saveRule(subject, { name: "new", replaces: [old.id] });
    await store.delete(rule.id);
    expect(await namesOf(store, { status: ["active"] })).toEqual(["old"]);
    const again = await saveRule(subject, { name: "newer", replaces: [old.id] });
    expect(await namesOf(store, { status: ["active"] })).toEqual(["newer"]);
    await change(subject, again, { replaces: [] });
    expect(await namesOf(store, { status: ["active"] })).toEqual(["newer", "old"]);
  },

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

  async "replaces/chain"(subject, store) {
    const { rule: one } = await saveRule(subject, { name: "one" });
    const { rule: two } = await saveRule(subject, { name: "two", replaces: [one.id] });
    const { rule: three } = await saveRule(subject, { name: "three", replaces: [one.id] });
    const four = await saveRule(subject, { name: "four", replaces: [two.id, three.id] });
    expect((await store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id]);
    await change(subject, four, { replaces: [two.id, three.id, one.id] });
    expect((await store.get(four.rule.id))?.rule.replaces).toEqual([two.id, three.id, one.id]);
  },

  async "replaces/missing"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const stored = await saveRule(subject, { replaces: [old.id, "project:never-was"] });
    await store.delete(old.id);
    expect((await store.get(stored.rule.id))?.rule.replaces).toEqual([old.id, "project:never-was"]);
    const changed = await change(subject, stored, { priority: 3 });
    expect(changed.rule.replaces).toEqual([old.id, "project:never-was"]);
  },

  async "replaces/race"(subject, store) {
    const one = await saveRule(subject, { name: "one" });
    const two = await saveRule(subject, { name: "two" });
    const outcomes = await Promise.allSettled([
      change(subject, one, { replaces: [two.rule.id] }),
      change(subject, two, { replaces: [one.rule.id] }),
    ]);
    if (!subject.capabilities.cycleChecks && outcomes.every(({ status }) => status === "fulfilled")) {
      expect(await sortedNamesOf(store, { filter: { status: ["superseded"] } })).toEqual([]);
      return;
    }
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const replacing = (await snapshotOf(store)).filter(({ rule }) => rule.replaces.length > 0);
    expect(replacing).toHaveLength(1);
  },
};
