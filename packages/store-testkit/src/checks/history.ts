import type { HistoryOptions, RuleRevision, RuleStore, StoredRule } from "@precept/core";
import { expect } from "vitest";
import { type ChecksOf, NotApplicable, type Subject } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect, copyOf, mutate, snapshotOf } from "../subject/read.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";

/** The history without times, which some stores do not have. */
async function historyOf(store: RuleStore, id: string): Promise<readonly RuleRevision[]> {
  return (await collect(store.history(id))).map((revision) => {
    const { at: _, ...rest } = revision;
    return rest;
  });
}

async function revisionsOf(store: RuleStore, id: string, options?: HistoryOptions): Promise<readonly string[]> {
  return (await collect(store.history(id, options))).map(({ revision }) => revision);
}

function asRevision({ rule, revision }: StoredRule): RuleRevision {
  return { rule, revision, deleted: false };
}

/** Saves a rule with five revisions. Returns its id. */
async function saveFive(subject: Subject, name: string): Promise<string> {
  let stored = await saveRule(subject, { name });
  for (let priority = 1; priority <= 4; priority += 1) stored = await change(subject, stored, { priority });
  return stored.rule.id;
}

export const historyChecks: ChecksOf<"history" | "prune"> = {
  async "history/newest-first"(subject, store) {
    const first = await saveRule(subject, { priority: 1, content: "One.\n" });
    const { id } = first.rule;
    expect(await historyOf(store, id)).toEqual([asRevision(first)]);
    const second = await change(subject, first, { priority: 2, content: "Two.\n" });
    const other = await saveRule(subject, { name: "other" });
    const third = await change(subject, second, { priority: 3, content: "Three.\n" });
    expect(await historyOf(store, id)).toEqual([third, second, first].map(asRevision));
    expect(await historyOf(store, other.rule.id)).toEqual([asRevision(other)]);
  },

  async "history/end"(subject, store) {
    const first = await saveRule(subject);
    const second = await change(subject, first, { priority: 2 });
    const { id } = second.rule;
    await store.delete(id);
    const [end, ...before] = await historyOf(store, id);
    expect(end).toEqual({ rule: second.rule, revision: end?.revision, deleted: true });
    expect(before).toEqual([second, first].map(asRevision));
    expect(new Set([first.revision, second.revision, end?.revision]).size).toBe(3);
    expect(await store.delete(id)).toBe(false);
    expect(await historyOf(store, id)).toHaveLength(3);
  },

  async "history/saved-again"(subject, store) {
    const first = await saveRule(subject);
    const { id } = first.rule;
    await store.delete(id);
    const past = await historyOf(store, id);
    const again = await store.save({ ...first.rule, content: "Written again.\n" });
    const now = await historyOf(store, id);
    // A store that assigns ids may treat it as another rule.
    expect(now).toEqual(again.rule.id === id ? [asRevision(again), ...past] : past);
    if (again.rule.id === id) expect(again.rule.version).toBe(first.rule.version + 1);
  },

  async "history/unknown"({ store }) {
    for (const id of ["project:style", "", "😀"]) expect(await historyOf(store, id)).toEqual([]);
    await store.delete("project:style");
    expect(await historyOf(store, "project:style")).toEqual([]);
  },

  async "history/refused"(subject, store) {
    const first = await saveRule(subject);
    const second = await change(subject, first, { priority: 2 });
    const { rule, revision } = second;
    const before = await historyOf(store, rule.id);
    await Promise.allSettled([
      store.save(rule),
      store.save(rule, { revision: first.revision }),
      store.save({ ...rule, priority: 0 }, { revision }),
      ...(subject.capabilities.cycleChecks ? [store.save({ ...rule, replaces: [rule.id] }, { revision })] : []),
      store.delete(rule.id, { revision: first.revision }),
    ]);
    expect(await historyOf(store, rule.id)).toEqual(before);
    await expectRejected(store.save(buildRule({ name: "new" }), { revision }), "RULE_CONFLICT");
    expect(await historyOf(store, "project:new")).toEqual([]);
  },

  async "history/version"(subject, store) {
    let stored = await saveRule(subject);
    const withoutText = [{ priority: 7 }, { tags: ["a:1"] }, { enabled: false }, { authority: "absolute" as const }, {}];
    const texts = [{ content: "Another text.\n" }, { description: "Another description." }, { content: "A third text.\n" }];
    const changes = [...withoutText.map((input) => ({ input, steps: 0 })), ...texts.map((input) => ({ input, steps: 1 }))];
    for (const [position, { input, steps }] of changes.entries()) {
      const before = stored;
      // Regardless of the version of the given rule.
      stored = await change(subject, before, { ...input, version: [1, 99, before.rule.version + 2][position % 3] ?? 1 });
      expect(stored.rule.version).toBe(before.rule.version + steps);
      expect((await store.get(stored.rule.id))?.rule.version).toBe(stored.rule.version);
    }
  },

  async "history/handed-out"(subject, store) {
    const first = await saveRule(subject, { tags: ["a:1"], metadata: { owner: { team: "web" } } });
    await change(subject, first, { priority: 2 });
    const handedOut = await historyOf(store, first.rule.id);
    const before = copyOf(handedOut);
    mutate(handedOut);
    expect(copyOf(await historyOf(store, first.rule.id))).toEqual(before);
  },

  async "history/tenant"(subject, store) {
    const first = await saveRule(subject, { projectId: "p1" });
    const { id } = first.rule;
    const second = await change(subject, first, { projectId: "p10" });
    const third = await change(subject, second, { projectId: "p1", userId: "ann" });
    const ann = { projectId: "p1", userId: "ann" };
    expect(await revisionsOf(store, id, { tenant: { projectId: "p1" } })).toEqual([first.revision]);
    expect(await revisionsOf(store, id, { tenant: ann })).toEqual([third.revision, first.revision]);
    expect(await revisionsOf(store, id, { tenant: { projectId: "p10", userId: "ann" } })).toEqual([second.revision]);
    expect(await revisionsOf(store, id, { tenant: { projectId: "P1" } })).toEqual([]);
    expect(await revisionsOf(store, id, { tenant: {} })).toEqual([]);
    expect(await revisionsOf(store, id, { tenant: ann, limit: 1, before: third.revision })).toEqual([first.revision]);
  },

  async "history/pages"(subject, store) {
    let stored = await saveRule(subject);
    for (let priority = 1; priority <= 6; priority += 1) stored = await change(subject, stored, { priority });
    const { id } = stored.rule;
    await store.delete(id);
    const all = await revisionsOf(store, id);
    expect(all).toHaveLength(8);
    for (const limit of [0, 1, 3, 8, 9]) expect(await revisionsOf(store, id, { limit })).toEqual(all.slice(0, limit));
    for (const [at, before] of all.entries()) {
      expect(await revisionsOf(store, id, { before })).toEqual(all.slice(at + 1));
      expect(await revisionsOf(store, id, { before, limit: 2 })).toEqual(all.slice(at + 1, at + 3));
    }
    expect(await revisionsOf(store, id, { before: "never" })).toEqual([]);
  },

  async "history/reason"({ store }) {
    const rule = buildRule();
    const first = await store.save(rule, { reason: "First 😀\nline." });
    const second = await store.save({ ...first.rule, priority: 2 }, { revision: first.revision });
    const third = { ...second.rule, priority: 3 };
    await store.writeMany([{ kind: "save", rule: third, revision: second.revision, reason: "One of several." }]);
    const reasons = (await collect(store.history(first.rule.id))).map(({ reason }) => reason);
    expect(reasons).toEqual(["One of several.", undefined, "First 😀\nline."]);
  },

  async "history/times"(subject, store) {
    const first = await saveRule(subject);
    await change(subject, first, { priority: 2 });
    await store.delete(first.rule.id);
    const times = (await collect(store.history(first.rule.id))).map(({ at }) => at);
    // A store without a clock has no times.
    if (times.every((at) => at === undefined)) return;
    const newestFirst = times.map((at) => Date.parse(at ?? ""));
    expect(newestFirst).toEqual(newestFirst.toSorted((left, right) => right - left));
    for (const [position, at] of times.entries()) expect(new Date(newestFirst[position] ?? Number.NaN).toISOString()).toBe(at);
  },

  async "prune/count"(subject, store) {
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

  async "prune/deleted"(subject, store) {
    const id = await saveFive(subject, "gone");
    await store.delete(id);
    const [end] = await collect(store.history(id));
    expect(await store.pruneHistory({ maxRevisions: 2 })).toBe(4);
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(1);
    expect(await collect(store.history(id))).toEqual([end]);
  },

  async "prune/current"(subject, store) {
    await saveFive(subject, "five");
    await saveRule(subject, { name: "one" });
    const before = await snapshotOf(store);
    await store.pruneHistory({ maxRevisions: 0 });
    await store.pruneHistory({ maxRevisions: -1, replacedBefore: "9999-01-01T00:00:00.000Z" });
    expect(await snapshotOf(store)).toEqual(before);
    for (const { rule, revision } of before) expect(await revisionsOf(store, rule.id)).toEqual([revision]);
  },

  async "prune/age"(subject, store) {
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

  async "prune/feed"(subject, store) {
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

  async "prune/writes"(subject, store) {
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
