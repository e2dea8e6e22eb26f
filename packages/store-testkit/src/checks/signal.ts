import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectAborted, createSignal } from "../subject/aborted.ts";
import { buildRule, change, saveRule, saveRules } from "../subject/save.ts";
import { recordChanges } from "../subject/listen.ts";
import { collect, snapshotOf } from "../subject/read.ts";

const at = "2026-01-02T03:04:05.000Z";

export const signalChecks: ChecksOf<"signal"> = {
  async "signal/list"({ store }) {
    await expectAborted((options) => collect(store.list(options)));
    await expectAborted((options) => collect(store.listIds(options)));
  },

  async "signal/list-midway"(subject) {
    const { store } = subject;
    await saveRules(
      subject,
      ["a", "b", "c"].map((name) => ({ name })),
    );
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

  async "signal/save"(subject) {
    const { store } = subject;
    const { rule, revision } = await saveRule(subject);
    const before = await snapshotOf(store);
    const { changes } = recordChanges(store);
    await expectAborted((options) => store.save(buildRule({ name: "new" }), options));
    await expectAborted((options) => store.save({ ...rule, priority: 7 }, { ...options, revision }));
    expect(await snapshotOf(store)).toEqual(before);
    expect(changes).toEqual([]);
  },

  async "signal/write-many"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    const before = await snapshotOf(store);
    const writes = [
      { kind: "save", rule: buildRule({ name: "new" }) },
      { kind: "delete", id: rule.id },
    ] as const;
    await expectAborted((options) => store.writeMany(writes, options));
    expect(await snapshotOf(store)).toEqual(before);
  },

  async "signal/delete"(subject) {
    const { store } = subject;
    const { rule, revision } = await saveRule(subject);
    const before = await snapshotOf(store);
    const { changes } = recordChanges(store);
    await expectAborted((options) => store.delete(rule.id, options));
    await expectAborted((options) => store.delete(rule.id, { ...options, revision }));
    expect(await snapshotOf(store)).toEqual(before);
    expect(changes).toEqual([]);
  },

  // Aborts after a number of checks of the signal, so that every check of the store is covered in every run.
  async "signal/all-or-nothing"(subject) {
    const { store } = subject;
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

  async "signal/apply"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    const before = await snapshotOf(store);
    const { changes } = recordChanges(store);
    await expectAborted((options) =>
      store.apply(
        [
          { kind: "save", rule: buildRule({ name: "new" }) },
          { kind: "delete", id: rule.id },
        ],
        options,
      ),
    );
    expect(await snapshotOf(store)).toEqual(before);
    expect(changes).toEqual([]);
  },

  async "signal/history"(subject) {
    const { rule } = await saveRule(subject);
    await expectAborted((options) => collect(subject.store.history(rule.id, options)));
    await change(subject, { ...(await saveRule(subject, { name: "two" })) }, { priority: 2 });
    await expectAborted((options) => subject.store.pruneHistory({ maxRevisions: 1, ...options }));
    expect(await subject.store.pruneHistory({ maxRevisions: 1 })).toBe(1);
  },

  async "signal/usage"(subject) {
    const { store } = subject;
    const { rule } = await saveRule(subject);
    await expectAborted((options) => store.recordUse({ ids: [rule.id], at }, options));
    await expectAborted((options) => store.usage([rule.id], options));
    expect((await store.usage([rule.id])).size).toBe(0);
  },
};
