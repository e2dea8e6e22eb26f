import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectCancelled, signalAtLook } from "../subject/cancelled.ts";
import { aRule, change, keep, keepAll } from "../subject/keep.ts";
import { listenTo } from "../subject/listen.ts";
import { collect, everything } from "../subject/read.ts";

const at = "2026-01-02T03:04:05.000Z";

export const signalChecks: ChecksOf<"signal"> = {
  async "signal/list"({ store }) {
    await expectCancelled((options) => collect(store.list(options)));
  },

  async "signal/list-midway"(subject) {
    const { store } = subject;
    await keepAll(
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
    expect(await everything(store)).toHaveLength(3);
  },

  async "signal/get"({ store }) {
    await expectCancelled((options) => store.get("project:style", options));
  },

  async "signal/reload"({ store }) {
    await expectCancelled((options) => store.reload(options));
  },

  async "signal/save"(subject) {
    const { store } = subject;
    const { rule, revision } = await keep(subject);
    const before = await everything(store);
    const { heard } = listenTo(store);
    await expectCancelled((options) => store.save(aRule({ name: "new" }), options));
    await expectCancelled((options) => store.save({ ...rule, priority: 7 }, { ...options, revision }));
    expect(await everything(store)).toEqual(before);
    expect(heard).toEqual([]);
  },

  async "signal/delete"(subject) {
    const { store } = subject;
    const { rule, revision } = await keep(subject);
    const before = await everything(store);
    const { heard } = listenTo(store);
    await expectCancelled((options) => store.delete(rule.id, options));
    await expectCancelled((options) => store.delete(rule.id, { ...options, revision }));
    expect(await everything(store)).toEqual(before);
    expect(heard).toEqual([]);
  },

  // Counts looks at the signal instead of time: every moment that a store has is hit, in every run.
  async "signal/all-or-nothing"(subject) {
    const { store } = subject;
    let stored = await keep(subject);
    for (let looks = 0; looks < 8; looks += 1) {
      const reason = new Error("The caller went away.");
      const before = await everything(store);
      const { heard, leave } = listenTo(store);
      const rule = { ...stored.rule, priority: looks + 1 };
      const saving = store.save(rule, { revision: stored.revision, signal: signalAtLook(looks, reason) });
      const [outcome] = await Promise.allSettled([saving]);
      leave();
      if (outcome.status === "fulfilled") {
        stored = outcome.value;
        expect(await everything(store)).toEqual([stored]);
        expect(heard).toHaveLength(1);
      } else {
        expect(outcome.reason).toBe(reason);
        expect(await everything(store)).toEqual(before);
        expect(heard).toEqual([]);
      }
    }
    await change(subject, stored, { priority: 99 });
  },

  async "signal/apply"(subject) {
    const { store } = subject;
    const { rule } = await keep(subject);
    const before = await everything(store);
    const { heard } = listenTo(store);
    await expectCancelled((options) =>
      store.apply(
        [
          { kind: "save", rule: aRule({ name: "new" }) },
          { kind: "delete", id: rule.id },
        ],
        options,
      ),
    );
    expect(await everything(store)).toEqual(before);
    expect(heard).toEqual([]);
  },

  async "signal/history"(subject) {
    const { rule } = await keep(subject);
    await expectCancelled((options) => collect(subject.store.history(rule.id, options)));
  },

  async "signal/usage"(subject) {
    const { store } = subject;
    const { rule } = await keep(subject);
    await expectCancelled((options) => store.recordUse([rule.id], at, options));
    await expectCancelled((options) => store.usage([rule.id], options));
    expect((await store.usage([rule.id])).size).toBe(0);
  },
};
