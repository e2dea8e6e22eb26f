import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { collect, snapshotOf } from "../subject/read.ts";

const at = "2026-01-02T03:04:05.000Z";

export const reopenChecks: ChecksOf<"reopen"> = {
  async "reopen/rules"(subject) {
    const { store } = subject;
    const one = await saveRule(subject, { name: "one", tags: ["a:1"], metadata: { owner: { team: "web" } } });
    await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    await change(subject, one, { content: "Changed.\r\n" });
    const before = await snapshotOf(store);
    const again = await subject.reopen(store);
    expect(await snapshotOf(again)).toEqual(before);
    expect((await collect(again.list({ filter: { status: ["superseded"] } }))).map(({ rule }) => rule.name)).toEqual(["one"]);
    await expectRejected(store.get(one.rule.id), "STORE_CLOSED");
  },

  async "reopen/revisions"(subject) {
    const first = await saveRule(subject);
    const second = await change(subject, first, { priority: 2 });
    const again = { ...subject, store: await subject.reopen(subject.store) };
    await expectRejected(change(again, first, { priority: 9 }), "RULE_CONFLICT");
    const third = await change(again, second, { priority: 3 });
    expect([first.revision, second.revision]).not.toContain(third.revision);
    await expectRejected(change(again, second, { priority: 9 }), "RULE_CONFLICT");
  },

  async "reopen/position"(subject) {
    const remaining = await saveRule(subject, { name: "remaining" });
    const gone = await saveRule(subject, { name: "gone" });
    const copy = await RuleCopy.of(subject.store);
    copy.close();
    await subject.store.delete(gone.rule.id);
    await change(subject, remaining, { priority: 7 });
    const again = await subject.reopen(subject.store);
    // A reset is allowed, since a store may only know the changes of its own process.
    copy.loseEvents();
    await copy.catchUp(again);
    await copy.expectEqual(again);
  },

  async "reopen/deleted"(subject) {
    const { rule } = await saveRule(subject, { name: "gone" });
    const remaining = await saveRule(subject, { name: "remaining" });
    await subject.store.delete(rule.id);
    const again = await subject.reopen(subject.store);
    expect(await again.get(rule.id)).toBeUndefined();
    expect(await snapshotOf(again)).toEqual([remaining]);
  },

  async "reopen/in-flight"(subject) {
    const { store } = subject;
    await saveRule(subject, { name: "before" });
    const saving = Promise.allSettled(["one", "two", "three"].map((name) => store.save(buildRule({ name }))));
    const again = await subject.reopen(store);
    const written = (await saving).flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.rule.name] : []));
    const there = (await snapshotOf(again)).map(({ rule }) => rule.name);
    expect(there.toSorted()).toEqual(["before", ...written].toSorted());
  },

  async "reopen/history"(subject) {
    const first = await saveRule(subject);
    const second = await change(subject, first, { priority: 2 });
    const gone = await saveRule(subject, { name: "gone" });
    await subject.store.delete(gone.rule.id);
    const histories = (store: typeof subject.store) =>
      Promise.all([first.rule.id, gone.rule.id].map((id) => collect(store.history(id))));
    const before = await histories(subject.store);
    const again = { ...subject, store: await subject.reopen(subject.store) };
    expect(await histories(again.store)).toEqual(before);
    const third = await change(again, second, { content: "Another text.\n" });
    expect(third.rule.version).toBe(second.rule.version + 1);
    expect(await collect(again.store.history(third.rule.id))).toHaveLength(3);
  },

  async "reopen/usage"(subject) {
    const { rule } = await saveRule(subject);
    await subject.store.recordUse({ ids: [rule.id], at });
    await subject.store.recordUse({ ids: [rule.id], at });
    const again = await subject.reopen(subject.store);
    expect(await again.usage([rule.id])).toEqual(new Map([[rule.id, { count: 2, lastUsedAt: at, tools: {} }]]));
    await again.recordUse({ ids: [rule.id], at });
    expect((await again.usage([rule.id])).get(rule.id)?.count).toBe(3);
  },
};
