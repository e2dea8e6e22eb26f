import type { RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf, Subject } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { changedIds, contentOf, readChanges } from "../subject/listen.ts";
import { RandomWriter, withRandomWrites } from "../subject/random-writes.ts";
import { collect, snapshotOf, sortedIdsOf } from "../subject/read.ts";
import { expectCopyOf, RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";

/** Performs calls that change no rule. */
async function changeNothing({ store }: Subject, id: string, revision: string): Promise<void> {
  const rule = buildRule({ id, name: "another" });
  await collect(store.list());
  await store.getMany([id]);
  await store.changesSince(await store.etag());
  await store.reload();
  await store.delete("project:never-was");
  await Promise.allSettled([
    store.save({ ...rule, priority: 0 }, { revision }),
    store.save(rule, { revision: "never" }),
    store.delete(id, { revision: "never" }),
  ]);
  await store.writeMany([]);
  await store.writeMany([{ kind: "delete", id: "project:never-was" }]);
}

/** Returns the position after a write. It must differ from all earlier ones. */
async function newPosition(store: RuleStore, earlier: Set<string>): Promise<string> {
  const token = await store.etag();
  expect([...earlier]).not.toContain(token);
  earlier.add(token);
  return token;
}

export const sinceChecks: ChecksOf<"since"> = {
  async "since/etag"(subject, store) {
    const positions = new Set([await store.etag()]);
    const first = await saveRule(subject);
    await newPosition(store, positions);
    const second = await change(subject, first, { priority: 7 });
    const token = await newPosition(store, positions);
    await changeNothing(subject, second.rule.id, second.revision);
    expect(await store.etag()).toBe(token);
    await store.writeMany([{ kind: "save", rule: { ...second.rule, priority: 8 }, upsert: true }]);
    await newPosition(store, positions);
    await store.delete(second.rule.id);
    await newPosition(store, positions);
    // The rules are the same as at the start, but there were changes in between.
    expect(await sortedIdsOf(store)).toEqual([]);
  },

  async "since/current"(subject, store) {
    for (const name of ["one", "two"]) {
      const token = await store.etag();
      expect(await readChanges(store, token)).toEqual({ kind: "changed", after: token, token, saved: [], deleted: [] });
      await saveRule(subject, { name });
    }
  },

  async "since/reached"(subject, store) {
    const positions = [await store.etag()];
    for (const name of ["one", "two", "three"]) {
      await saveRule(subject, { name });
      positions.push(await store.etag());
    }
    for (const position of positions) expect(await store.hasReached(position)).toBe(true);
    const others = ["", "x", `${positions[0]}x`, `x${positions[0]}`, await (await subject.openAnother()).etag()];
    for (const position of others) await expectRejected(store.hasReached(position), "POSITION_UNKNOWN");
  },

  async "since/difference"(subject) {
    await withRandomWrites(subject, async (store, writes) => {
      const writer = new RandomWriter(subject);
      const copies: RuleCopy[] = [];
      for (const write of writes) {
        const copy = await RuleCopy.of(store, write.slot === 0 ? { tenant: { projectId: "shop" } } : {});
        copy.close();
        copies.push(copy);
        await writer.write(store, write);
      }
      const [rules, position] = [await snapshotOf(store), await store.etag()];
      for (const copy of copies) {
        copy.loseEvents();
        await copy.catchUp();
        expectCopyOf(rules, copy);
        expect(copy.position).toBe(position);
      }
    });
  },

  async "since/once"(subject, store) {
    const start = await store.etag();
    const first = await saveRule(subject, { name: "one" });
    const again = await change(subject, await change(subject, first, { priority: 2 }), { priority: 3 });
    const gone = await saveRule(subject, { name: "gone" });
    const middle = await store.etag();
    await change(subject, gone, { priority: 2 });
    await store.delete(gone.rule.id);
    const changes = await readChanges(store, start);
    expect(changes.after).toBe(start);
    expect(changes.token).toBe(await store.etag());
    const ids = changedIds(changes);
    expect(ids).toEqual([...new Set(ids)]);
    if (changes.omitted === undefined) expect(changes.saved).toEqual([again]);
    expect((await contentOf(store, changes)).saved).toEqual(["one"]);
    expect(await contentOf(store, await readChanges(store, middle))).toEqual({ saved: [], deleted: [gone.rule.id] });
  },

  async "since/unknown"(subject, store) {
    await saveRule(subject);
    const token = await store.etag();
    for (const unknown of ["", "never", "0x1", `${token}0`, `${token}x`, ` ${token}`]) {
      expect(await store.changesSince(unknown)).toEqual({ kind: "reset", token });
    }
  },

  async "since/filter"(subject, store) {
    const tagged = await saveRule(subject, { name: "tagged", tags: ["a:1"] });
    const start = await store.etag();
    await saveRule(subject, { name: "other" });
    const without = await change(subject, tagged, { tags: [] });
    const middle = await store.etag();
    await change(subject, without, { tags: ["a:1", "b:2"] });
    const filter = { tags: ["a:1"] };
    const since = async (token: string) => contentOf(store, await readChanges(store, token, filter));
    expect(await since(start)).toEqual({ saved: ["tagged"], deleted: [] });
    expect(await since(middle)).toEqual({ saved: ["tagged"], deleted: [] });
    const end = await store.etag();
    await store.delete(tagged.rule.id);
    expect(await since(end)).toEqual({ saved: [], deleted: [tagged.rule.id] });
  },

  async "since/leaves-filter"(subject, store) {
    const stored = await saveRule(subject, { name: "tagged", tags: ["a:1"] });
    const start = await store.etag();
    await change(subject, stored, { tags: ["b:2"] });
    expect(await readChanges(store, start, { tags: ["a:1"] })).toMatchObject({ saved: [], deleted: [stored.rule.id] });
  },

  async "since/tenant"(subject, store) {
    const mine = { tenant: { projectId: "p1", userId: "ann" } };
    const start = await store.etag();
    const other = await saveRule(subject, { name: "other", projectId: "p10" });
    await saveRule(subject, { name: "of-bob", userId: "bob" });
    await change(subject, other, { priority: 7 });
    await store.delete(other.rule.id);
    const token = await store.etag();
    expect(await readChanges(store, start, mine)).toEqual({ kind: "changed", after: start, token, saved: [], deleted: [] });
    const own = await saveRule(subject, { name: "own", projectId: "p1" });
    const position = await store.etag();
    await change(subject, own, { projectId: "p10" });
    expect((await contentOf(store, await readChanges(store, position, mine))).deleted).toEqual([own.rule.id]);
  },
};
