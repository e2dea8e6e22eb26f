import type { RuleStore } from "@precept/core";
import * as fc from "fast-check";
import { expect } from "vitest";
import type { ChecksOf, Subject } from "../check.ts";
import { fulfilledIn, rejectedWith } from "../subject/expect-rejected.ts";
import { changedIds, readChanges, recordChanges } from "../subject/listen.ts";
import { propertyParameters, RandomWriter, randomWrites } from "../subject/random-writes.ts";
import { collect, listedBy, snapshotOf, sortedIdsOf, sortedNamesOf } from "../subject/read.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";

const at = "2026-01-02T03:04:05.000Z";

/** The store of a check and a second client of its data. */
async function openBoth(subject: Subject): Promise<readonly [RuleStore, RuleStore]> {
  return [subject.store, await subject.openPeer(subject.store)];
}

/** Expects that both clients have the same rules after a reload, and the same position if they share positions. */
async function expectConverged(one: RuleStore, two: RuleStore): Promise<void> {
  await one.reload();
  await two.reload();
  expect(await snapshotOf(two)).toEqual(await snapshotOf(one));
  const position = await one.etag();
  if ((await two.changesSince(position)).kind === "changed") expect(await two.etag()).toBe(position);
}

export const peerChecks: ChecksOf<"peer"> = {
  async "peer/reads"(subject) {
    const [one, two] = await openBoth(subject);
    expect(await snapshotOf(two)).toEqual([]);
    for (const [writer, reader] of [
      [one, two],
      [two, one],
    ] as const) {
      const client = { ...subject, store: writer };
      const old = await saveRule(client, { name: `old-${writer === one}` });
      const stored = await saveRule(client, { name: `new-${writer === one}`, replaces: [old.rule.id] });
      const gone = await saveRule(client, { name: `gone-${writer === one}` });
      await reader.reload();
      expect(await reader.get(stored.rule.id)).toEqual(stored);
      await writer.delete(gone.rule.id);
      const changed = await change(client, stored, { priority: 7 });
      await reader.reload();
      expect(await reader.get(changed.rule.id)).toEqual(changed);
      expect(await reader.getMany([changed.rule.id, gone.rule.id])).toEqual(new Map([[changed.rule.id, changed]]));
      expect(await listedBy(reader)).toEqual(await listedBy(writer));
      expect(await collect(reader.listIds())).toEqual(await collect(writer.listIds()));
      const superseded = { filter: { status: ["superseded"] as const } };
      expect(await sortedNamesOf(reader, superseded)).toEqual(await sortedNamesOf(writer, superseded));
    }
  },

  async "peer/etag"(subject) {
    const [one, two] = await openBoth(subject);
    const before = await two.etag();
    await two.reload();
    expect(await two.etag()).toBe(before);
    const stored = await saveRule(subject);
    await two.reload();
    const middle = await two.etag();
    expect(middle).not.toBe(before);
    await one.delete(stored.rule.id);
    await two.reload();
    expect([before, middle]).not.toContain(await two.etag());
    await expectConverged(one, two);
  },

  async "peer/reached"(subject) {
    const [one, two] = await openBoth(subject);
    for (const name of ["one", "two", "three"]) {
      const stored = await saveRule(subject, { name });
      const position = await one.etag();
      for (let attempt = 0; attempt < 100 && !(await two.hasReached(position)); attempt += 1) await two.reload();
      expect(await two.hasReached(position)).toBe(true);
      expect(await two.get(stored.rule.id)).toEqual(stored);
      expect(changedIds(await readChanges(two, await two.etag()))).toEqual([]);
    }
  },

  async "peer/changes"(subject) {
    const [one, two] = await openBoth(subject);
    const copy = await RuleCopy.of(two);
    const { events } = recordChanges(two);
    let stored = await saveRule(subject);
    for (let priority = 1; priority <= 10; priority += 1) {
      stored = await change(subject, stored, { priority });
      if (priority % 3 === 0) continue;
      await two.reload();
      // A client may receive a change late, but never an earlier state.
      await copy.catchUp();
      await copy.expectEqual();
      expect(copy.rules.map(({ revision }) => revision)).toEqual([stored.revision]);
    }
    await one.delete(stored.rule.id);
    await two.reload();
    expect(events.flatMap(changedIds)).toContain(stored.rule.id);
    await copy.catchUp();
    await copy.expectEqual(one);
    expect(copy.position).toBe(await two.etag());
  },

  async "peer/since"(subject) {
    const [one, two] = await openBoth(subject);
    const remaining = await saveRule(subject, { name: "remaining" });
    const gone = await saveRule(subject, { name: "gone" });
    await two.reload();
    const copy = await RuleCopy.of(two);
    copy.close();
    const position = await two.etag();
    const changed = await change(subject, remaining, { priority: 7 });
    await one.delete(gone.rule.id);
    await two.reload();
    const changes = await readChanges(two, position);
    expect(changedIds(changes).toSorted()).toEqual([changed.rule.id, gone.rule.id].toSorted());
    copy.loseEvents();
    await copy.catchUp();
    await copy.expectEqual(one);
  },

  async "peer/reconnect"(subject) {
    const [one, two] = await openBoth(subject);
    const gone = await saveRule(subject, { name: "gone" });
    await two.reload();
    const copy = await RuleCopy.of(two);
    await two[Symbol.asyncDispose]();
    await one.delete(gone.rule.id);
    await saveRule(subject, { name: "new" });
    const again = await subject.openPeer(one);
    copy.loseEvents();
    await copy.catchUp(again);
    await copy.expectEqual(one);
    // The other client does not notice that this one was closed.
    const { changes } = recordChanges(one);
    await saveRule(subject, { name: "newer" });
    expect(changes).toHaveLength(1);
  },

  async "peer/conflict"(subject) {
    const [one, two] = await openBoth(subject);
    for (const name of ["first", "second", "third", "fourth"]) {
      const stored = await saveRule(subject, { name });
      await two.reload();
      const writers = name === "first" || name === "third" ? [one, two] : [two, one];
      const write = (priority: number) => change({ ...subject, store: writers[priority % 2] ?? one }, stored, { priority });
      const outcomes = await Promise.allSettled([2, 3, 4, 5].map(write));
      const [won, ...more] = fulfilledIn(outcomes);
      expect(more).toEqual([]);
      expect(rejectedWith("RULE_CONFLICT", outcomes)).toHaveLength(3);
      await expectConverged(one, two);
      expect(await one.get(stored.rule.id)).toEqual(won);
    }
  },

  async "peer/stale"(subject) {
    const [one, two] = await openBoth(subject);
    const first = await saveRule(subject, { name: "first" });
    const second = await saveRule(subject, { name: "second" });
    await two.reload();
    const current = await change(subject, first, { priority: 7 });
    await one.delete(second.rule.id);
    // Without reading the rules again.
    const stale = { ...subject, store: two };
    const outcomes = await Promise.allSettled([
      change(stale, first, { priority: 9 }),
      two.delete(first.rule.id, { revision: first.revision }),
      change(stale, second, { priority: 9 }),
    ]);
    expect(rejectedWith("RULE_CONFLICT", outcomes)).toHaveLength(3);
    expect(await two.delete(second.rule.id)).toBe(false);
    await expectConverged(one, two);
    expect(await snapshotOf(one)).toEqual([current]);
  },

  async "peer/delete"(subject) {
    const [one, two] = await openBoth(subject);
    const { rule } = await saveRule(subject);
    await two.reload();
    const outcomes = await Promise.all([one, two, one, two].map((store) => store.delete(rule.id)));
    expect(outcomes.filter(Boolean)).toEqual([true]);
    await expectConverged(one, two);
    expect(await sortedIdsOf(two)).toEqual([]);
  },

  async "peer/unique-name"(subject) {
    const [one, two] = await openBoth(subject);
    const rules = Array.from({ length: 8 }, (_, position) => buildRule({ id: `project:race-${position}`, name: "race" }));
    const outcomes = await Promise.allSettled(
      rules.map((rule, position) => (position % 2 === 0 ? one : two).save(rule, { uniqueName: true })),
    );
    expect(fulfilledIn(outcomes)).toHaveLength(1);
    expect(rejectedWith("RULE_EXISTS", outcomes)).toHaveLength(7);
    await expectConverged(one, two);
    expect(await sortedNamesOf(two)).toEqual(["race"]);
  },

  async "peer/interleaved"(subject) {
    const writes = fc.array(fc.tuple(randomWrites(2), randomWrites(2)), { minLength: 1, maxLength: 5 });
    const converges = fc.asyncProperty(writes, async (rounds) => {
      const one = await subject.openAnother();
      const two = await subject.openPeer(one);
      const [writerOne, writerTwo] = [new RandomWriter(subject, "one"), new RandomWriter(subject, "two")];
      const copies = await Promise.all([RuleCopy.of(one), RuleCopy.of(two), RuleCopy.of(two, { tenant: { projectId: "shop" } })]);
      for (const [own, others] of rounds) {
        await Promise.all([writerOne.writeAll(one, own), writerTwo.writeAll(two, others)]);
        writerOne.swap(writerTwo);
        await expectConverged(one, two);
        for (const copy of copies) {
          await copy.catchUp();
          await copy.expectEqual(one);
        }
      }
      await two[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
    });
    await fc.assert(converges, propertyParameters(subject));
  },

  async "peer/cycle"(subject) {
    const [one, two] = await openBoth(subject);
    const first = await saveRule(subject, { name: "first" });
    const second = await saveRule(subject, { name: "second" });
    await two.reload();
    const outcomes = await Promise.allSettled([
      change(subject, first, { replaces: [second.rule.id] }),
      change({ ...subject, store: two }, second, { replaces: [first.rule.id] }),
    ]);
    await expectConverged(one, two);
    const superseded = await sortedNamesOf(one, { filter: { status: ["superseded"] } });
    const accepted = fulfilledIn(outcomes).length;
    if (subject.capabilities.cycleChecks) expect(accepted).toBe(1);
    expect(superseded).toHaveLength(accepted === 1 ? 1 : 0);
  },

  async "peer/tenant"(subject) {
    const [one, two] = await openBoth(subject);
    const filter = { tenant: { projectId: "p1" } };
    const { changes } = recordChanges(two, { filter });
    const position = await two.etag();
    const other = await saveRule(subject, { name: "other", projectId: "p10" });
    await change(subject, other, { priority: 7 });
    await one.delete(other.rule.id);
    await saveRule(subject, { name: "of-ann", projectId: "p1", userId: "ann" });
    await two.reload();
    expect(changes).toEqual([]);
    expect(changedIds(await readChanges(two, position, filter))).toEqual([]);
    const own = await saveRule(subject, { name: "own", projectId: "p1" });
    await two.reload();
    expect(changes.flatMap(changedIds)).toContain(own.rule.id);
    expect(changedIds(await readChanges(two, position, filter))).toEqual([own.rule.id]);
    expect(await sortedNamesOf(two, { filter })).toEqual(["own"]);
  },

  async "peer/history"(subject) {
    const [one, two] = await openBoth(subject);
    const first = await saveRule(subject, { content: "One.\n" });
    await two.reload();
    const second = await change({ ...subject, store: two }, first, { content: "Two.\n" });
    await one.reload();
    const third = await change(subject, second, { content: "Three.\n" });
    await two.reload();
    for (const store of [one, two]) {
      const revisions = await collect(store.history(first.rule.id));
      expect(revisions.map(({ revision }) => revision)).toEqual([third.revision, second.revision, first.revision]);
    }
    expect(third.rule.version).toBe(first.rule.version + 2);
  },

  async "peer/usage"(subject) {
    const [one, two] = await openBoth(subject);
    const { rule } = await saveRule(subject);
    await two.reload();
    await Promise.all([one, two, two].map((store) => store.recordUse({ ids: [rule.id], at, tool: "claude" })));
    // A store may write its counts only when it is closed.
    await two[Symbol.asyncDispose]();
    await one.reload();
    expect((await one.usage([rule.id])).get(rule.id)).toEqual({ count: 3, lastUsedAt: at, tools: { claude: 3 } });
  },
};
