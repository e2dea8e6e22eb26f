import type { RuleInput, StoredRule } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { buildRule, change, expectSame, saveRule } from "../subject/save.ts";
import { mutate } from "../subject/mutate.ts";
import { collect, copyOf, snapshotOf } from "../subject/read.ts";

const nested: Partial<RuleInput> = {
  globs: ["*.ts"],
  inclusion: "fileMatch",
  tags: ["a:1"],
  metadata: { owner: { team: "web", members: ["ann"] } },
};

export const valuesChecks: ChecksOf<"values"> = {
  async "values/handed-out"(subject) {
    const { store } = subject;
    const published: StoredRule[] = [];
    store.subscribe((event) => event.kind === "changed" && published.push(...event.saved));
    const first = await saveRule(subject, nested);
    const { id } = first.rule;
    const before = await snapshotOf(store);
    const handedOut = [first, await store.get(id), ...(await collect(store.list())), ...published];
    for (const value of handedOut) {
      mutate(value);
      expect(copyOf(await store.get(id))).toEqual(before[0]);
      expect(await snapshotOf(store)).toEqual(before);
    }
    await store.reload();
    expect(await snapshotOf(store)).toEqual(before);
  },

  async "values/handed-out-stays"(subject) {
    const { store } = subject;
    const published: StoredRule[] = [];
    store.subscribe((event) => event.kind === "changed" && published.push(...event.saved));
    const saved = await saveRule(subject, nested);
    const held: readonly (StoredRule | undefined)[] = [
      saved,
      await store.get(saved.rule.id),
      ...(await collect(store.list())),
      ...published,
    ];
    const before = copyOf(held);
    const changed = await change(subject, saved, { priority: 7, tags: ["b:2"], metadata: { owner: { team: "api" } } });
    await store.reload();
    await store.delete(changed.rule.id);
    expect(copyOf(held)).toEqual(before);
  },

  async "values/handed-in"(subject) {
    const { store } = subject;
    const mine = copyOf(buildRule(nested));
    const { rule } = await store.save(mine);
    mutate(mine);
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
    await store.reload();
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
  },

  async "values/handed-in-at-once"(subject) {
    const { store } = subject;
    const mine = copyOf(buildRule(nested));
    const saving = store.save(mine);
    mutate(mine);
    const { rule } = await saving;
    expectSame(subject, buildRule(nested), rule);
    expectSame(subject, buildRule(nested), (await store.get(rule.id))?.rule);
  },
};
