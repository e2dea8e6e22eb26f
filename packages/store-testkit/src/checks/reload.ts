import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { change, saveRule } from "../subject/save.ts";
import { recordChanges } from "../subject/listen.ts";
import { snapshotOf } from "../subject/read.ts";

export const reloadChecks: ChecksOf<"reload"> = {
  async "reload/keeps"(subject) {
    const { store } = subject;
    await store.reload();
    const stored = await saveRule(subject, { name: "one" });
    await saveRule(subject, { name: "two", metadata: { owner: "web" }, tags: ["a:1"] });
    const gone = await saveRule(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    const before = await snapshotOf(store);
    await store.reload();
    expect(await snapshotOf(store)).toEqual(before);
    await Promise.all([store.reload(), store.reload()]);
    expect(await snapshotOf(store)).toEqual(before);
    await change(subject, stored, { priority: 7 });
  },

  async "reload/silent"(subject) {
    const { store } = subject;
    const first = await saveRule(subject);
    const { changes } = recordChanges(store);
    await store.reload();
    expect(changes).toEqual([]);
    await change(subject, first, { priority: 7 });
    const gone = await saveRule(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    expect(changes).toHaveLength(3);
    await store.reload();
    await store.reload();
    expect(changes).toHaveLength(3);
  },
};
