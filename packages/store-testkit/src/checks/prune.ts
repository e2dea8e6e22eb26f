import type { RuleStore } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type ChecksOf, type Subject } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect, snapshotOf } from "../subject/read.ts";
import { change, saveRule } from "../subject/save.ts";

async function revisionsOf(store: RuleStore, id: string): Promise<readonly string[]> {
  return (await collect(store.history(id))).map(({ revision }) => revision);
}

/** Saves a rule with five revisions. Returns its id. */
async function saveFive(subject: Subject, name: string): Promise<string> {
  let stored = await saveRule(subject, { name });
  for (let priority = 1; priority <= 4; priority += 1) stored = await change(subject, stored, { priority });
  return stored.rule.id;
}

export const pruneChecks: ChecksOf<"prune"> = {
  async "prune/count"(subject) {
    const { store } = subject;
    const id = await saveFive(subject, "five");
    const { rule: other } = await saveRule(subject, { name: "other" });
    const all = await revisionsOf(store, id);
    const others = await revisionsOf(store, other.id);
    expect(await store.pruneHistory({ maxRevisions: 5 })).toBe(0);
    expect(await store.pruneHistory({ maxRevisions: 3 })).toBe(2);
    expect(await revisionsOf(store, id)).toEqual(all.slice(0, 3));
    expect(await store.pruneHistory({})).toBe(0);
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(2);
    expect(await revisionsOf(store, id)).toEqual(all.slice(0, 1));
    expect(await revisionsOf(store, other.id)).toEqual(others);
  },

  async "prune/deleted"(subject) {
    const { store } = subject;
    const id = await saveFive(subject, "gone");
    await store.delete(id);
    const [end] = await collect(store.history(id));
    expect(await store.pruneHistory({ maxRevisions: 2 })).toBe(4);
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(1);
    expect(await collect(store.history(id))).toEqual([end]);
  },

  async "prune/current"(subject) {
    const { store } = subject;
    await saveFive(subject, "five");
    await saveRule(subject, { name: "one" });
    const before = await snapshotOf(store);
    await store.pruneHistory({ maxRevisions: 0 });
    await store.pruneHistory({ maxRevisions: -1, replacedBefore: "9999-01-01T00:00:00.000Z" });
    expect(await snapshotOf(store)).toEqual(before);
    for (const { rule, revision } of before) expect(await revisionsOf(store, rule.id)).toEqual([revision]);
  },

  async "prune/age"(subject) {
    const { store } = subject;
    const id = await saveFive(subject, "five");
    const revisions = await collect(store.history(id));
    expect(await store.pruneHistory({ replacedBefore: "2000-01-01T00:00:00.000Z" })).toBe(0);
    expect(await revisionsOf(store, id)).toHaveLength(5);
    // Revisions that were replaced before this time, exclusively.
    const limit = revisions[1]?.at;
    if (limit === undefined) throw new NotApplicable("The store has no clock.");
    const replaced = revisions.filter((_, at) => at > 0 && Date.parse(revisions[at - 1]?.at ?? "") < Date.parse(limit));
    expect(await store.pruneHistory({ replacedBefore: limit })).toBe(replaced.length);
    expect(await revisionsOf(store, id)).toEqual(revisions.slice(0, 5 - replaced.length).map(({ revision }) => revision));
    await store.pruneHistory({ replacedBefore: "9999-01-01T00:00:00.000Z" });
    expect(await revisionsOf(store, id)).toEqual([revisions[0]?.revision]);
  },

  async "prune/feed"(subject) {
    const { store } = subject;
    const copy = await RuleCopy.of(store);
    copy.close();
    await saveFive(subject, "five");
    const gone = await saveFive(subject, "gone");
    await store.delete(gone);
    const position = await store.etag();
    const { events } = recordChanges(store);
    await store.pruneHistory({ maxRevisions: 1 });
    expect(await store.etag()).toBe(position);
    expect(events).toEqual([]);
    // Positions before the removed revisions may be unknown, but must not miss a change.
    copy.loseEvents();
    await copy.catchUp();
    await copy.expectEqual();
    expect((await store.changesSince(position)).kind).toBe("changed");
  },

  async "prune/writes"(subject) {
    const { store } = subject;
    const first = await saveRule(subject);
    const second = await change(subject, first, { content: "Another text.\n" });
    await store.pruneHistory({ maxRevisions: 1 });
    await expectRejected(change(subject, first, { priority: 9 }), "RULE_CONFLICT");
    const third = await change(subject, second, { content: "A third text.\n" });
    expect(third.rule.version).toBe(second.rule.version + 1);
    expect([first.revision, second.revision]).not.toContain(third.revision);
    expect(await revisionsOf(store, third.rule.id)).toEqual([third.revision, second.revision]);
    await store.delete(third.rule.id);
    await store.pruneHistory({ maxRevisions: 1 });
    await expectRejected(change(subject, third, { priority: 9 }), "RULE_CONFLICT");
  },
};
