import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { change, keep } from "../subject/keep.ts";
import { listenTo } from "../subject/listen.ts";
import { everything } from "../subject/read.ts";

export const reloadChecks: ChecksOf<"reload"> = {
  async "reload/keeps"(subject) {
    const { store } = subject;
    await store.reload();
    const stored = await keep(subject, { name: "one" });
    await keep(subject, { name: "two", metadata: { owner: "web" }, tags: ["a:1"] });
    const gone = await keep(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    const before = await everything(store);
    await store.reload();
    expect(await everything(store)).toEqual(before);
    await Promise.all([store.reload(), store.reload()]);
    expect(await everything(store)).toEqual(before);
    await change(subject, stored, { priority: 7 });
  },

  async "reload/silent"(subject) {
    const { store } = subject;
    const first = await keep(subject);
    const { heard } = listenTo(store);
    await store.reload();
    expect(heard).toEqual([]);
    await change(subject, first, { priority: 7 });
    const gone = await keep(subject, { name: "gone" });
    await store.delete(gone.rule.id);
    expect(heard).toHaveLength(3);
    await store.reload();
    await store.reload();
    expect(heard).toHaveLength(3);
  },
};
