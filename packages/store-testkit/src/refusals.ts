import type { Rule } from "@precept/core";
import type { Check, Subject } from "./check.ts";
import { collect } from "./subject/read.ts";
import { expectRefusedUnchanged } from "./subject/expect-refused.ts";
import { aRule } from "./subject/keep.ts";
import type { Requirement } from "./requirements.ts";

const missing = "STORE_CAPABILITY_MISSING";

/** For each capability: that a store which lacks it says so in every call that takes it, and changes nothing. */
export const refusals: Readonly<Record<NonNullable<Requirement["needs"]>, Check>> = {
  async write(subject) {
    const { store } = subject;
    await expectRefusedUnchanged(subject, () => store.save(aRule()), missing);
    await expectRefusedUnchanged(subject, () => store.delete("project:style"), missing);
  },

  async transactions(subject) {
    const { store } = subject;
    const [{ id } = aRule()] = await ownRule(subject);
    await expectRefusedUnchanged(subject, () => store.apply([{ kind: "save", rule: aRule({ name: "new" }) }]), missing);
    await expectRefusedUnchanged(subject, () => store.apply([{ kind: "delete", id }]), missing);
  },

  async history(subject) {
    const [{ id } = aRule()] = await ownRule(subject);
    await expectRefusedUnchanged(subject, () => collect(subject.store.history(id)), missing);
  },

  async usage(subject) {
    const { store } = subject;
    const [{ id } = aRule()] = await ownRule(subject);
    await expectRefusedUnchanged(subject, () => store.recordUse([id], "2026-01-02T03:04:05.000Z"), missing);
    await expectRefusedUnchanged(subject, () => store.usage([id]), missing);
  },
};

/** A rule to be refused about, where the store can have one. */
async function ownRule(subject: Subject): Promise<readonly Rule[]> {
  const rule = aRule();
  return subject.capabilities.write && subject.accepts(rule) ? [(await subject.store.save(rule)).rule] : [];
}
