import type { RuleStore } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect, snapshotOf } from "../subject/read.ts";
import { RuleCopy } from "../subject/rule-copy.ts";
import { buildRule, change, saveAndDelete, saveRule } from "../subject/save.ts";

const at = "2026-01-02T03:04:05.000Z";

const closed = "STORE_CLOSED";

async function close(store: RuleStore): Promise<void> {
  await store[Symbol.asyncDispose]();
}

export const lifetimeChecks: ChecksOf<"self" | "reload" | "reopen" | "dispose"> = {
  async "self/capabilities"({ store, capabilities }) {
    expect(store.capabilities).toEqual(capabilities);
  },

  async "self/origin"(subject, store) {
    const { rule } = await saveRule(subject, { origin: { store: "another" } });
    expect(rule.origin.store).toBe(store.id);
  },

  async "self/diagnostics"({ store }) {
    expect(store.diagnostics()).toBeInstanceOf(Array);
  },

  async "self/state"({ store }) {
    await store.reload();
    expect(store.state()).toEqual({ status: "ready" });
  },

  async "reload/keeps"(subject, store) {
    await store.reload();
    const stored = await saveRule(subject, { name: "one" });
    await saveRule(subject, { name: "two", metadata: { owner: "web" }, tags: ["a:1"] });
    await saveAndDelete(subject, { name: "gone" });
    const before = await snapshotOf(store);
    await store.reload();
    expect(await snapshotOf(store)).toEqual(before);
    await Promise.all([store.reload(), store.reload()]);
    expect(await snapshotOf(store)).toEqual(before);
    await change(subject, stored, { priority: 7 });
  },

  async "reload/silent"(subject, store) {
    const first = await saveRule(subject);
    const { changes } = recordChanges(store);
    await store.reload();
    expect(changes).toEqual([]);
    await change(subject, first, { priority: 7 });
    await saveAndDelete(subject, { name: "gone" });
    expect(changes).toHaveLength(3);
    await store.reload();
    await store.reload();
    expect(changes).toHaveLength(3);
  },

  async "reopen/rules"(subject, store) {
    const one = await saveRule(subject, { name: "one", tags: ["a:1"], metadata: { owner: { team: "web" } } });
    await saveRule(subject, { name: "two", replaces: [one.rule.id] });
    await change(subject, one, { content: "Changed.\r\n" });
    const before = await snapshotOf(store);
    const again = await subject.reopen(store);
    expect(await snapshotOf(again)).toEqual(before);
    expect((await collect(again.list({ filter: { status: ["superseded"] } }))).map(({ rule }) => rule.name)).toEqual(["one"]);
    await expectRejected(store.get(one.rule.id), "STORE_CLOSED");
  },

  async "reopen/revisions"(subject, store) {
    const first = await saveRule(subject);
    const second = await change(subject, first, { priority: 2 });
    const again = { ...subject, store: await subject.reopen(store) };
    await expectRejected(change(again, first, { priority: 9 }), "RULE_CONFLICT");
    const third = await change(again, second, { priority: 3 });
    expect([first.revision, second.revision]).not.toContain(third.revision);
    await expectRejected(change(again, second, { priority: 9 }), "RULE_CONFLICT");
  },

  async "reopen/position"(subject, store) {
    const remaining = await saveRule(subject, { name: "remaining" });
    const gone = await saveRule(subject, { name: "gone" });
    const copy = await RuleCopy.of(store);
    copy.close();
    await store.delete(gone.rule.id);
    await change(subject, remaining, { priority: 7 });
    const again = await subject.reopen(store);
    // A reset is allowed, since a store may know only the changes of its process.
    copy.loseEvents();
    await copy.catchUp(again);
    await copy.expectEqual(again);
  },

  async "reopen/deleted"(subject, store) {
    const { rule } = await saveRule(subject, { name: "gone" });
    const remaining = await saveRule(subject, { name: "remaining" });
    await store.delete(rule.id);
    const again = await subject.reopen(store);
    expect(await again.get(rule.id)).toBeUndefined();
    expect(await snapshotOf(again)).toEqual([remaining]);
  },

  async "reopen/in-flight"(subject, store) {
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

  async "reopen/usage"(subject, store) {
    const { rule } = await saveRule(subject);
    await store.recordUse({ ids: [rule.id], at });
    await store.recordUse({ ids: [rule.id], at });
    const again = await subject.reopen(store);
    expect(await again.usage([rule.id])).toEqual(new Map([[rule.id, { count: 2, lastUsedAt: at, tools: {} }]]));
    await again.recordUse({ ids: [rule.id], at });
    expect((await again.usage([rule.id])).get(rule.id)?.count).toBe(3);
  },

  async "dispose/twice"({ store }) {
    await close(store);
    await expect(close(store)).resolves.toBeUndefined();
    await expect(Promise.all([close(store), close(store)])).resolves.toHaveLength(2);
  },

  async "dispose/reads"({ store }) {
    await close(store);
    await expectRejected(collect(store.list()), closed);
    await expectRejected(collect(store.listIds()), closed);
    await expectRejected(store.get("project:style"), closed);
    await expectRejected(store.getMany(["project:style"]), closed);
    await expectRejected(store.etag(), closed);
    await expectRejected(store.changesSince("never"), closed);
    await expectRejected(store.reload(), closed);
  },

  async "dispose/writes"(subject, store) {
    const { rule, revision } = await saveRule(subject);
    await close(store);
    await expectRejected(store.save(buildRule({ name: "new" })), closed);
    await expectRejected(store.save(rule, { revision }), closed);
    await expectRejected(store.delete(rule.id), closed);
    await expectRejected(store.writeMany([{ kind: "delete", id: rule.id }]), closed);
    await expectRejected(store.writeMany([]), closed);
  },

  async "dispose/apply"(subject, store) {
    const { rule } = await saveRule(subject);
    await close(store);
    await expectRejected(store.apply([{ kind: "delete", id: rule.id }]), closed);
    await expectRejected(store.apply([]), closed);
  },

  async "dispose/history"(subject, store) {
    const { rule } = await saveRule(subject);
    await close(store);
    await expectRejected(collect(store.history(rule.id)), closed);
    await expectRejected(store.pruneHistory({ maxRevisions: 1 }), closed);
  },

  async "dispose/usage"(subject, store) {
    const { rule } = await saveRule(subject);
    await close(store);
    await expectRejected(store.recordUse({ ids: [rule.id], at: "2026-01-02T03:04:05.000Z" }), closed);
    await expectRejected(store.usage([rule.id]), closed);
  },

  async "dispose/reached"(_subject, store) {
    const position = await store.etag();
    await close(store);
    await expectRejected(store.hasReached(position), closed);
  },

  async "dispose/subscriptions"(subject, store) {
    const { changes, unsubscribe } = recordChanges(store);
    const { rule } = await saveRule(subject);
    await close(store);
    await Promise.allSettled([store.save(buildRule({ name: "new" })), store.delete(rule.id)]);
    expect(changes).toHaveLength(1);
    expect(unsubscribe).not.toThrow();
  },
};
