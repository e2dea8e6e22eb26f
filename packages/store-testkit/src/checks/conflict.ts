import { PreceptError } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRejectedUnchanged } from "../subject/expect-rejected.ts";
import { buildRule, change, saveRule } from "../subject/save.ts";
import { snapshotOf } from "../subject/read.ts";

const conflict = "RULE_CONFLICT";

/** Whether a rejection has the expected code. */
function isConflict(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === "rejected" && PreceptError.is(outcome.reason, conflict);
}

export const conflictChecks: ChecksOf<"conflict"> = {
  async "conflict/exists"(subject) {
    const { rule } = await saveRule(subject);
    await expectRejectedUnchanged(subject, () => subject.store.save({ ...rule, priority: 9 }), conflict);
    await expectRejectedUnchanged(subject, () => subject.store.save(rule), conflict);
  },

  async "conflict/stale"(subject) {
    const first = await saveRule(subject, { priority: 1 });
    const second = await change(subject, first, { priority: 2 });
    await change(subject, second, { priority: 3 });
    for (const stale of [first, second]) {
      await expectRejectedUnchanged(subject, () => change(subject, stale, { priority: 9 }), conflict);
    }
  },

  async "conflict/unknown"(subject) {
    const stored = await saveRule(subject);
    for (const revision of ["", "never", `${stored.revision}0`]) {
      await expectRejectedUnchanged(subject, () => change(subject, { ...stored, revision }, { priority: 9 }), conflict);
    }
  },

  async "conflict/missing"(subject) {
    const { store } = subject;
    const { revision } = await saveRule(subject, { name: "other" });
    await expectRejectedUnchanged(subject, () => store.save(buildRule({ name: "new" }), { revision }), conflict);
  },

  async "conflict/deleted"(subject) {
    const stored = await saveRule(subject);
    await subject.store.delete(stored.rule.id);
    await expectRejectedUnchanged(subject, () => change(subject, stored, { priority: 9 }), conflict);
  },

  async "conflict/one-winner"(subject) {
    const stored = await saveRule(subject);
    const priorities = Array.from({ length: 16 }, (_, position) => position + 1);
    const outcomes = await Promise.allSettled(priorities.map((priority) => change(subject, stored, { priority })));
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    expect(outcomes.filter(isConflict)).toHaveLength(priorities.length - 1);
    expect(await snapshotOf(subject.store)).toEqual(won);
  },

  async "conflict/save-or-delete"(subject) {
    const { store } = subject;
    for (const name of ["one", "two", "three", "four"]) {
      const stored = await saveRule(subject, { name });
      const { revision, rule } = stored;
      const saving = () => change(subject, stored, { priority: 9 });
      const deleting = () => store.delete(rule.id, { revision });
      const calls = name === "one" || name === "three" ? [saving, deleting] : [deleting, saving];
      const outcomes = await Promise.allSettled(calls.map((call) => call()));
      const [won, ...more] = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(more).toEqual([]);
      expect(await store.get(rule.id)).toEqual(won === true ? undefined : won);
      expect(outcomes.filter(isConflict)).toHaveLength(1);
    }
  },
};
