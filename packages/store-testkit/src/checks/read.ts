import { compareText, type Rule, type StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf, Subject } from "../check.ts";
import { byId, collect, idsOf, listedBy, pagesOf, snapshotOf } from "../subject/read.ts";
import { change, saveAndDelete, saveRule, saveRules } from "../subject/save.ts";

/** Names whose order by code point differs from the order of locales and of UTF-16, in which 😀 comes before ～. */
const specialNames = ["b", "a", "é", "B", "\uff5e", "😀", "a-b", "a.b", "a1", "Z"];

const letters = ["a", "b", "c", "d", "e", "f", "g"] as const;

const named = (names: readonly string[]) => names.map((name) => ({ name, id: name }));

/** Saves rules and returns them in the order of listings: by id, or else in the store's order. */
async function saveInOrder(subject: Subject, inputs: Parameters<typeof saveRules>[1]): Promise<readonly StoredRule[]> {
  const saved = [...(await saveRules(subject, inputs)).values()];
  if (subject.capabilities.orderedIds) return saved.toSorted(byId);
  const ids = await idsOf(subject.store);
  return saved.toSorted((left, right) => ids.indexOf(left.rule.id) - ids.indexOf(right.rule.id));
}

async function saveLetters(subject: Subject): Promise<readonly StoredRule[]> {
  return saveInOrder(subject, named(letters));
}

/** The cursors of all rules by id, from a listing. */
async function cursorsOf({ store }: Subject): Promise<ReadonlyMap<string, string>> {
  return new Map((await collect(store.list())).map(({ rule, cursor }) => [rule.id, cursor]));
}

/** Expects each id once, in the order of ids if the store guarantees it. */
function expectOnce({ capabilities }: Subject, ids: readonly string[]): void {
  const unique = [...new Set(ids)];
  expect(ids).toEqual(capabilities.orderedIds ? unique.toSorted(compareText) : unique);
}

export const readChecks: ChecksOf<"get" | "list"> = {
  async "get/missing"({ store }) {
    const unknown = ["project:style", "", "../style", "😀"];
    for (const id of unknown) expect(await store.get(id)).toBeUndefined();
    expect(await store.getMany(unknown)).toEqual(new Map());
  },

  async "get/many"(subject, store) {
    const one = await change(subject, await saveRule(subject, { name: "one" }), { priority: 7 });
    const two = await saveRule(subject, { name: "two" });
    const gone = await saveAndDelete(subject, { name: "gone" });
    expect(await store.getMany([])).toEqual(new Map());
    const ids = [two.rule.id, "never-was", gone.rule.id, one.rule.id, two.rule.id, two.rule.id.toUpperCase()];
    expect(await store.getMany(ids)).toEqual(
      new Map([
        [two.rule.id, two],
        [one.rule.id, one],
      ]),
    );
  },

  async "list/empty"({ store }) {
    expect(await snapshotOf(store)).toEqual([]);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "list/ordered"(subject, store) {
    const all = await saveInOrder(subject, named(specialNames));
    expect(await listedBy(store)).toEqual(all);
    expect(await listedBy(store)).toEqual(all);
    expect(new Set(await idsOf(store)).size).toBe(all.length);
    for (const stored of all) expect(await store.get(stored.rule.id)).toEqual(stored);
  },

  // More than a typical page of a store.
  async "list/many"(subject, store) {
    const names = Array.from({ length: 300 }, (_, position) => `rule-${(position * 7919) % 300}`);
    const all = await saveInOrder(subject, named(names));
    expect(await idsOf(store)).toEqual(all.map(({ rule }) => rule.id));
    const pages = await pagesOf(store, { limit: 128 });
    expect(pages.flat().map(({ rule }) => rule.id)).toEqual(all.map(({ rule }) => rule.id));
  },

  async "list/limit"(subject, store) {
    const all = await saveLetters(subject);
    for (const limit of [0, 1, 3, all.length, all.length + 1]) {
      expect(await listedBy(store, { limit })).toEqual(all.slice(0, limit));
    }
  },

  async "list/pages"(subject, store) {
    const all = await saveLetters(subject);
    for (const limit of [1, 2, 3, all.length, 100]) {
      const pages = await pagesOf(store, { limit });
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  },

  async "list/pages-filtered"(subject, store) {
    const tagged = letters.map((name, position) => ({ name, id: name, tags: position % 3 === 0 ? [] : ["a:1"] }));
    const all = (await saveInOrder(subject, tagged)).filter(({ rule }) => rule.tags.length > 0);
    for (const limit of [1, 2, 3]) {
      const pages = await pagesOf(store, { limit, filter: { tags: ["a:1"] } });
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  },

  async "list/pages-written-between"(subject, store) {
    const all = await saveLetters(subject);
    const deleted = all.filter((_, position) => position % 2 === 1);
    const pages = await pagesOf(store, { limit: 2 }, async (page) => {
      const next = deleted[page - 1];
      if (next !== undefined) await store.delete(next.rule.id);
      // Adds a rule before and a rule after all others, which must not shift the next page.
      if (page <= 3) await saveRules(subject, named([`0-${page}`, `zz-${page}`]));
    });
    const listed = pages.flat().map(({ rule }) => rule.id);
    expectOnce(subject, listed);
    const staying = all.filter((stored) => !deleted.includes(stored)).map(({ rule }) => rule.id);
    expect(listed.filter((id) => staying.includes(id))).toEqual(staying);
  },

  async "list/behind-deleted"(subject, store) {
    const all = await saveLetters(subject);
    const cursors = await cursorsOf(subject);
    for (const [position, { rule }] of all.entries()) {
      await store.delete(rule.id);
      expect(await listedBy(store, { cursor: cursors.get(rule.id) ?? "" })).toEqual(all.slice(position + 1));
    }
  },

  async "list/cursor-of-any"(subject, store) {
    const all = await saveLetters(subject);
    const cursors = await cursorsOf(subject);
    for (const [position, saved] of all.entries()) {
      const rest = all.slice(position + 1);
      const found = await store.get(saved.rule.id);
      const several = await store.getMany([saved.rule.id]);
      const others = [saved.cursor, found?.cursor, several.get(saved.rule.id)?.cursor];
      if (!subject.capabilities.ruleCursors) expect(others).toEqual(["", "", ""]);
      const known = [cursors.get(saved.rule.id), ...(subject.capabilities.ruleCursors ? others : [])];
      for (const cursor of known) expect(await listedBy(store, { cursor: cursor ?? "" })).toEqual(rest);
    }
  },

  async "list/written-while-read"(subject, store) {
    const all = await saveLetters(subject);
    const [first, second, third] = all;
    const seen: Rule[] = [];
    // A listing may or may not include concurrent writes, but it must be consistent.
    for await (const { rule } of store.list()) {
      seen.push(rule);
      if (seen.length === 1) {
        for (const stored of [second, third]) {
          if (stored !== undefined) await change(subject, stored, { priority: 2, description: "Priority 2." });
        }
        await store.delete(first?.rule.id ?? "");
      }
      if (seen.length === 4) await saveRules(subject, named(["0", "zz"]));
    }
    const ids = seen.map(({ id }) => id);
    expectOnce(subject, ids);
    const staying = all.slice(1).map(({ rule }) => rule.id);
    expect(ids.filter((id) => staying.includes(id))).toEqual(staying);
    for (const { priority, description } of seen) expect(description === "Priority 2.").toBe(priority === 2);
  },

  async "list/broken-off"(subject, store) {
    const all = await saveLetters(subject);
    for await (const { rule } of store.list()) {
      expect(rule.id).toBe(all[0]?.rule.id);
      break;
    }
    const added = await saveRule(subject, { name: "added" });
    expect(await store.get(added.rule.id)).toEqual(added);
    expect(await snapshotOf(store)).toEqual([...all, added].toSorted(byId));
  },

  async "list/ids"(subject, store) {
    expect(await collect(store.listIds())).toEqual([]);
    const rules = [...named(specialNames), ...letters.map((name) => ({ name: `tagged-${name}`, tags: ["a:1"] }))];
    await saveRules(subject, rules);
    await saveAndDelete(subject, { name: "gone", tags: ["a:1"] });
    const tagged = { filter: { tags: ["a:1"] } };
    for (const options of [{}, tagged, { limit: 0 }, { limit: 3 }, { ...tagged, limit: 2 }]) {
      const listed = await collect(store.list(options));
      const ids = listed.map(({ rule, revision, cursor }) => ({ id: rule.id, revision, cursor }));
      expect(await collect(store.listIds(options))).toEqual(ids);
    }
    const [first] = await collect(store.listIds({ ...tagged, limit: 1 }));
    const rest = { ...tagged, cursor: first?.cursor ?? "" };
    expect((await collect(store.listIds(rest))).map(({ id }) => id)).toEqual(await idsOf(store, rest));
  },
};
