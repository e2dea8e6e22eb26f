import { PreceptError } from "@precept/core";
import { expect } from "vitest";
import type { ChecksOf } from "../check.ts";
import { expectRefusedUnchanged } from "../subject/expect-refused.ts";
import { aRule, change, keep } from "../subject/keep.ts";
import { everything } from "../subject/read.ts";

const conflict = "RULE_CONFLICT";

/** A failure that says the one allowed thing to whoever came too late. */
function isConflict(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === "rejected" && PreceptError.is(outcome.reason, conflict);
}

export const conflictChecks: ChecksOf<"conflict"> = {
  async "conflict/exists"(subject) {
    const { rule } = await keep(subject);
    await expectRefusedUnchanged(subject, () => subject.store.save({ ...rule, priority: 9 }), conflict);
    await expectRefusedUnchanged(subject, () => subject.store.save(rule), conflict);
  },

  async "conflict/stale"(subject) {
    const first = await keep(subject, { priority: 1 });
    const second = await change(subject, first, { priority: 2 });
    await change(subject, second, { priority: 3 });
    for (const stale of [first, second]) {
      await expectRefusedUnchanged(subject, () => change(subject, stale, { priority: 9 }), conflict);
    }
  },

  async "conflict/unknown"(subject) {
    const stored = await keep(subject);
    for (const revision of ["", "never", `${stored.revision}0`]) {
      await expectRefusedUnchanged(subject, () => change(subject, { ...stored, revision }, { priority: 9 }), conflict);
    }
  },

  async "conflict/missing"(subject) {
    const { store } = subject;
    const { revision } = await keep(subject, { name: "other" });
    await expectRefusedUnchanged(subject, () => store.save(aRule({ name: "new" }), { revision }), conflict);
  },

  async "conflict/deleted"(subject) {
    const stored = await keep(subject);
    await subject.store.delete(stored.rule.id);
    await expectRefusedUnchanged(subject, () => change(subject, stored, { priority: 9 }), conflict);
  },

  async "conflict/one-winner"(subject) {
    const stored = await keep(subject);
    const priorities = Array.from({ length: 16 }, (_, position) => position + 1);
    const outcomes = await Promise.allSettled(priorities.map((priority) => change(subject, stored, { priority })));
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    expect(outcomes.filter(isConflict)).toHaveLength(priorities.length - 1);
    expect(await everything(subject.store)).toEqual(won);
  },

  async "conflict/save-or-delete"(subject) {
    const { store } = subject;
    for (const name of ["one", "two", "three", "four"]) {
      const stored = await keep(subject, { name });
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
