import type { RuleFilter, RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { change, saveRule } from "../subject/save.ts";
import { collect } from "../subject/read.ts";

type Status = NonNullable<RuleFilter["status"]>[number];

/** The names of the rules by status, as the store filters them. */
async function namesByStatus(store: RuleStore): Promise<Readonly<Record<Status, readonly string[]>>> {
  return {
    active: await namesOf(store, { status: ["active"] }),
    superseded: await namesOf(store, { status: ["superseded"] }),
    disabled: await namesOf(store, { status: ["disabled"] }),
    pending: await namesOf(store, { status: ["pending"] }),
  };
}

async function namesOf(store: RuleStore, filter: RuleFilter): Promise<readonly string[]> {
  return (await collect(store.list({ filter }))).map(({ rule }) => rule.name).toSorted();
}

export const statusChecks: ChecksOf<"status"> = {
  async "status/plain"(subject) {
    await saveRule(subject, { name: "current" });
    await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "proposed", pending: true });
    await saveRule(subject, { name: "proposed-and-off", pending: true, enabled: false });
    expect(await namesByStatus(subject.store)).toEqual({
      active: ["current"],
      superseded: [],
      disabled: ["off", "proposed-and-off"],
      pending: ["proposed"],
    });
  },

  async "status/several"(subject) {
    const { store } = subject;
    await saveRule(subject, { name: "current" });
    await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "proposed", pending: true });
    expect(await namesOf(store, { status: ["pending", "disabled"] })).toEqual(["off", "proposed"]);
    expect(await namesOf(store, { status: ["active", "superseded"] })).toEqual(["current"]);
    expect(await namesOf(store, { status: [] })).toEqual([]);
    expect(await namesOf(store, {})).toEqual(["current", "off", "proposed"]);
  },

  async "status/superseded"(subject) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const { rule: off } = await saveRule(subject, { name: "off", enabled: false });
    await saveRule(subject, { name: "new", replaces: [old.id, off.id] });
    expect(await namesByStatus(subject.store)).toEqual({
      active: ["new"],
      superseded: ["off", "old"],
      disabled: [],
      pending: [],
    });
  },

  async "status/inactive-replacement"(subject) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const off = await saveRule(subject, { name: "off", enabled: false, replaces: [old.id] });
    await saveRule(subject, { name: "proposed", pending: true, replaces: [old.id] });
    expect(await namesByStatus(subject.store)).toEqual({
      active: ["old"],
      superseded: [],
      disabled: ["off"],
      pending: ["proposed"],
    });
    await change(subject, off, { enabled: true });
    expect(await namesOf(subject.store, { status: ["superseded"] })).toEqual(["old"]);
  },

  async "status/chain"(subject) {
    const { rule: first } = await saveRule(subject, { name: "first" });
    const { rule: second } = await saveRule(subject, { name: "second", replaces: [first.id] });
    await saveRule(subject, { name: "third", replaces: [second.id] });
    expect(await namesByStatus(subject.store)).toEqual({
      active: ["third"],
      superseded: ["first", "second"],
      disabled: [],
      pending: [],
    });
  },

  async "status/filtered-apart"(subject) {
    const { store } = subject;
    const { rule: old } = await saveRule(subject, { name: "old", tags: ["a:1"] });
    await saveRule(subject, { name: "new", replaces: [old.id], tags: ["b:2"] });
    expect(await namesOf(store, { tags: ["a:1"], status: ["active"] })).toEqual([]);
    expect(await namesOf(store, { tags: ["a:1"], status: ["superseded"] })).toEqual(["old"]);
    expect(await namesOf(store, { name: "old", status: ["superseded"] })).toEqual(["old"]);
  },

  async "status/restored"(subject) {
    const { store } = subject;
    const { rule: old } = await saveRule(subject, { name: "old" });
    const { rule } = await saveRule(subject, { name: "new", replaces: [old.id] });
    await store.delete(rule.id);
    expect(await namesOf(store, { status: ["active"] })).toEqual(["old"]);
    const again = await saveRule(subject, { name: "newer", replaces: [old.id] });
    expect(await namesOf(store, { status: ["active"] })).toEqual(["newer"]);
    await change(subject, again, { replaces: [] });
    expect(await namesOf(store, { status: ["active"] })).toEqual(["newer", "old"]);
  },
};
