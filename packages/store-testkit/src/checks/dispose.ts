import { expect } from "vitest";
import type { RuleStore } from "@precept/core";
import type { ChecksOf } from "../check.ts";
import { expectRejected } from "../subject/expect-rejected.ts";
import { buildRule, saveRule } from "../subject/save.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect } from "../subject/read.ts";

const closed = "STORE_CLOSED";

async function close(store: RuleStore): Promise<void> {
  await store[Symbol.asyncDispose]();
}

export const disposeChecks: ChecksOf<"dispose"> = {
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

  async "dispose/writes"(subject) {
    const { store } = subject;
    const { rule, revision } = await saveRule(subject);
    await close(store);
    await expectRejected(store.save(buildRule({ name: "new" })), closed);
    await expectRejected(store.save(rule, { revision }), closed);
    await expectRejected(store.delete(rule.id), closed);
    await expectRejected(store.writeMany([{ kind: "delete", id: rule.id }]), closed);
    await expectRejected(store.writeMany([]), closed);
  },

  async "dispose/apply"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    await close(store);
    await expectRejected(store.apply([{ kind: "delete", id: rule.id }]), closed);
    await expectRejected(store.apply([]), closed);
  },

  async "dispose/history"(subject) {
    const { rule } = await saveRule(subject);
    await close(subject.store);
    await expectRejected(collect(subject.store.history(rule.id)), closed);
    await expectRejected(subject.store.pruneHistory({ maxRevisions: 1 }), closed);
  },

  async "dispose/usage"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    await close(store);
    await expectRejected(store.recordUse({ ids: [rule.id], at: "2026-01-02T03:04:05.000Z" }), closed);
    await expectRejected(store.usage([rule.id]), closed);
  },

  async "dispose/subscriptions"(subject) {
    const { store } = subject;
    const { changes, unsubscribe } = recordChanges(store);
    const { rule } = await saveRule(subject);
    await close(store);
    await Promise.allSettled([store.save(buildRule({ name: "new" })), store.delete(rule.id)]);
    expect(changes).toHaveLength(1);
    expect(unsubscribe).not.toThrow();
  },
};
