import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { createSignal, expectAborted, expectAbortedUnchanged } from "../subject/expect-rejected.ts";
import { buildRule, change, saveRule, saveRules } from "../subject/save.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect, snapshotOf } from "../subject/read.ts";

const at = "2026-01-02T03:04:05.000Z";

export const signalChecks: ChecksOf<"signal"> = {
  async "signal/list"({ store }) {
    await expectAborted((options) => collect(store.list(options)));
    await expectAborted((options) => collect(store.listIds(options)));
  },

  async "signal/list-midway"(subject, store) {
    await saveRules(subject, [{ name: "a" }, { name: "b" }, { name: "c" }]);
    const reason = new Error("The caller went away.");
    let given = false;
    const signal = {
      get aborted() {
        return given;
      },
      throwIfAborted() {
        if (given) throw reason;
      },
    };
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { rule } of store.list({ signal })) {
        seen.push(rule.name);
        given = true;
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
    expect(await snapshotOf(store)).toHaveLength(3);
  },

  async "signal/get"({ store }) {
    await expectAborted((options) => store.get("project:style", options));
    await expectAborted((options) => store.getMany(["project:style"], options));
  },

  async "signal/since"({ store }) {
    const token = await store.etag();
    await expectAborted((options) => store.etag(options));
    await expectAborted((options) => store.changesSince(token, options));
  },

  async "signal/reload"({ store }) {
    await expectAborted((options) => store.reload(options));
  },

  async "signal/save"(subject, store) {
    const { rule, revision } = await saveRule(subject);
    await expectAbortedUnchanged(store, (options) => store.save(buildRule({ name: "new" }), options));
    await expectAbortedUnchanged(store, (options) => store.save({ ...rule, priority: 7 }, { ...options, revision }));
  },

  async "signal/write-many"(subject, store) {
    const { rule } = await saveRule(subject);
    const writes = [
      { kind: "save", rule: buildRule({ name: "new" }) },
      { kind: "delete", id: rule.id },
    ] as const;
    await expectAbortedUnchanged(store, (options) => store.writeMany(writes, options));
  },

  async "signal/delete"(subject, store) {
    const { rule, revision } = await saveRule(subject);
    await expectAbortedUnchanged(store, (options) => store.delete(rule.id, options));
    await expectAbortedUnchanged(store, (options) => store.delete(rule.id, { ...options, revision }));
  },

  // Aborts after a number of checks of the signal, so that every check of the store is covered in every run.
  async "signal/all-or-nothing"(subject, store) {
    let stored = await saveRule(subject);
    for (let checksBeforeAbort = 0; checksBeforeAbort < 8; checksBeforeAbort += 1) {
      const reason = new Error("The caller went away.");
      const before = await snapshotOf(store);
      const { changes, unsubscribe } = recordChanges(store);
      const rule = { ...stored.rule, priority: checksBeforeAbort + 1 };
      const saving = store.save(rule, { revision: stored.revision, signal: createSignal(checksBeforeAbort, reason) });
      const [outcome] = await Promise.allSettled([saving]);
      unsubscribe();
      if (outcome.status === "fulfilled") {
        stored = outcome.value;
        expect(await snapshotOf(store)).toEqual([stored]);
        expect(changes).toHaveLength(1);
      } else {
        expect(outcome.reason).toBe(reason);
        expect(await snapshotOf(store)).toEqual(before);
        expect(changes).toEqual([]);
      }
    }
    await change(subject, stored, { priority: 99 });
  },

  async "signal/apply"(subject, store) {
    const { rule } = await saveRule(subject);
    const writes = [
      { kind: "save", rule: buildRule({ name: "new" }) },
      { kind: "delete", id: rule.id },
    ] as const;
    await expectAbortedUnchanged(store, (options) => store.apply(writes, options));
  },

  async "signal/history"(subject, store) {
    const { rule } = await saveRule(subject);
    await expectAborted((options) => collect(store.history(rule.id, options)));
    await change(subject, { ...(await saveRule(subject, { name: "two" })) }, { priority: 2 });
    await expectAborted((options) => store.pruneHistory({ maxRevisions: 1, ...options }));
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(1);
  },

  async "signal/usage"(subject, store) {
    const { rule } = await saveRule(subject);
    await expectAborted((options) => store.recordUse({ ids: [rule.id], at }, options));
    await expectAborted((options) => store.usage([rule.id], options));
    expect((await store.usage([rule.id])).size).toBe(0);
  },

  async "signal/reached"({ store }) {
    const position = await store.etag();
    await expectAborted((options) => store.hasReached(position, options));
  },
};
