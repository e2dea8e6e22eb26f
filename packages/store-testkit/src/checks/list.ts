import { compareText, type Rule, type StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { change, saveRule, saveRules } from "../subject/save.ts";
import { collect, snapshotOf, idsOf, pagesOf } from "../subject/read.ts";

/** Names and ids whose order by code point differs from that of locales and of UTF-16, in which 😀 comes before ～. */
const specialNames = ["b", "a", "é", "B", "\uff5e", "😀", "a-b", "a.b", "a1", "Z"];

const letters = ["a", "b", "c", "d", "e", "f", "g"] as const;

function byId(left: StoredRule, right: StoredRule): number {
  return compareText(left.rule.id, right.rule.id);
}

const named = (names: readonly string[]) => names.map((name) => ({ name, id: name }));

/** Seven rules in the order of their ids in the store. */
async function saveLetters(subject: Parameters<typeof saveRules>[0]): Promise<readonly StoredRule[]> {
  return [...(await saveRules(subject, named(letters))).values()].toSorted(byId);
}

export const listChecks: ChecksOf<"list"> = {
  async "list/empty"({ store }) {
    expect(await snapshotOf(store)).toEqual([]);
    expect(await snapshotOf(store)).toEqual([]);
  },

  async "list/ordered"(subject) {
    const { store } = subject;
    const all = [...(await saveRules(subject, named(specialNames))).values()].toSorted(byId);
    expect(await collect(store.list())).toEqual(all);
    for (const stored of all) expect(await store.get(stored.rule.id)).toEqual(stored);
  },

  // More than a typical page of a store.
  async "list/many"(subject) {
    const names = Array.from({ length: 300 }, (_, position) => `rule-${(position * 7919) % 300}`);
    const all = [...(await saveRules(subject, named(names))).values()].toSorted(byId);
    expect(await idsOf(subject.store)).toEqual(all.map(({ rule }) => rule.id));
    const pages = await pagesOf(subject.store, { limit: 128 });
    expect(pages.flat().map(({ rule }) => rule.id)).toEqual(all.map(({ rule }) => rule.id));
  },

  async "list/limit"(subject) {
    const all = await saveLetters(subject);
    for (const limit of [0, 1, 3, all.length, all.length + 1]) {
      expect(await collect(subject.store.list({ limit }))).toEqual(all.slice(0, limit));
    }
  },

  async "list/pages"(subject) {
    const all = await saveLetters(subject);
    for (const limit of [1, 2, 3, all.length, 100]) {
      const pages = await pagesOf(subject.store, { limit });
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  },

  async "list/pages-filtered"(subject) {
    const tagged = letters.map((name, position) => ({ name, id: name, tags: position % 3 === 0 ? [] : ["a:1"] }));
    const all = [...(await saveRules(subject, tagged)).values()].filter(({ rule }) => rule.tags.length > 0).toSorted(byId);
    for (const limit of [1, 2, 3]) {
      const pages = await pagesOf(subject.store, { limit, filter: { tags: ["a:1"] } });
      expect(pages.flat()).toEqual(all);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    }
  },

  async "list/pages-written-between"(subject) {
    const { store } = subject;
    const all = await saveLetters(subject);
    const deleted = all.filter((_, position) => position % 2 === 1);
    const pages = await pagesOf(store, { limit: 2 }, async (page) => {
      const next = deleted[page - 1];
      if (next !== undefined) await store.delete(next.rule.id);
      // One before and one after all others. Neither may shift the start of the next page.
      if (page <= 3) await saveRules(subject, named([`0-${page}`, `zz-${page}`]));
    });
    const listed = pages.flat().map(({ rule }) => rule.id);
    expect(listed).toEqual([...new Set(listed)].toSorted(compareText));
    const staying = all.filter((stored) => !deleted.includes(stored)).map(({ rule }) => rule.id);
    expect(listed.filter((id) => staying.includes(id))).toEqual(staying);
  },

  async "list/behind-deleted"(subject) {
    const all = await saveLetters(subject);
    for (const [position, { rule, cursor }] of all.entries()) {
      await subject.store.delete(rule.id);
      expect(await collect(subject.store.list({ cursor }))).toEqual(all.slice(position + 1));
    }
  },

  async "list/cursor-of-any"(subject) {
    const { store } = subject;
    const all = await saveLetters(subject);
    for (const [position, saved] of all.entries()) {
      const rest = all.slice(position + 1);
      expect(await collect(store.list({ cursor: saved.cursor }))).toEqual(rest);
      const found = await store.get(saved.rule.id);
      expect(await collect(store.list({ cursor: found?.cursor ?? "" }))).toEqual(rest);
    }
  },

  async "list/written-while-read"(subject) {
    const { store } = subject;
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
    expect(ids).toEqual([...new Set(ids)].toSorted(compareText));
    const staying = all.slice(1).map(({ rule }) => rule.id);
    expect(ids.filter((id) => staying.includes(id))).toEqual(staying);
    for (const { priority, description } of seen) expect(description === "Priority 2.").toBe(priority === 2);
  },

  async "list/broken-off"(subject) {
    const { store } = subject;
    const all = await saveLetters(subject);
    for await (const { rule } of store.list()) {
      expect(rule.id).toBe(all[0]?.rule.id);
      break;
    }
    const added = await saveRule(subject, { name: "added" });
    expect(await store.get(added.rule.id)).toEqual(added);
    expect(await collect(store.list())).toEqual([...all, added].toSorted(byId));
  },
};
