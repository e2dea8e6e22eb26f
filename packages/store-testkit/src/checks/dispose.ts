import { expect } from "vitest";
import type { RuleStore } from "@precept/core";
import type { ChecksOf } from "../check.ts";
import { expectRefused } from "../subject/expect-refused.ts";
import { aRule, keep } from "../subject/keep.ts";
import { listenTo } from "../subject/listen.ts";
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
    await expectRefused(collect(store.list()), closed);
    await expectRefused(store.get("project:style"), closed);
    await expectRefused(store.reload(), closed);
  },

  async "dispose/writes"(subject) {
    const { store } = subject;
    const { rule, revision } = await keep(subject);
    await close(store);
    await expectRefused(store.save(aRule({ name: "new" })), closed);
    await expectRefused(store.save(rule, { revision }), closed);
    await expectRefused(store.delete(rule.id), closed);
  },

  async "dispose/apply"(subject) {
    const { store } = subject;
    const { rule } = await keep(subject);
    await close(store);
    await expectRefused(store.apply([{ kind: "delete", id: rule.id }]), closed);
    await expectRefused(store.apply([]), closed);
  },

  async "dispose/history"(subject) {
    const { rule } = await keep(subject);
    await close(subject.store);
    await expectRefused(collect(subject.store.history(rule.id)), closed);
  },

  async "dispose/usage"(subject) {
    const { store } = subject;
    const { rule } = await keep(subject);
    await close(store);
    await expectRefused(store.recordUse([rule.id], "2026-01-02T03:04:05.000Z"), closed);
    await expectRefused(store.usage([rule.id]), closed);
  },

  async "dispose/subscriptions"(subject) {
    const { store } = subject;
    const { heard, leave } = listenTo(store);
    const { rule } = await keep(subject);
    await close(store);
    await Promise.allSettled([store.save(aRule({ name: "new" })), store.delete(rule.id)]);
    expect(heard).toHaveLength(1);
    expect(leave).not.toThrow();
  },
};
