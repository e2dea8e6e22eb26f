import type { Rule } from "@precept/core";
import type { Check, Subject } from "./check.ts";
import { collect } from "./subject/read.ts";
import { expectRejectedUnchanged } from "./subject/expect-rejected.ts";
import { buildRule } from "./subject/save.ts";
import type { Requirement } from "./requirements.ts";

const missing = "STORE_CAPABILITY_MISSING";

/** For each capability: checks that a store without it rejects all calls that need it, and changes nothing. */
export const unsupportedChecks: Readonly<Record<NonNullable<Requirement["needs"]>, Check>> = {
  async write({ store }) {
    await expectRejectedUnchanged(store, () => store.save(buildRule()), missing);
    await expectRejectedUnchanged(store, () => store.delete("project:style"), missing);
    await expectRejectedUnchanged(store, () => store.writeMany([{ kind: "save", rule: buildRule() }]), missing);
  },

  async transactions(subject, store) {
    const [{ id } = buildRule()] = await trySave(subject);
    await expectRejectedUnchanged(store, () => store.apply([{ kind: "save", rule: buildRule({ name: "new" }) }]), missing);
    await expectRejectedUnchanged(store, () => store.apply([{ kind: "delete", id }]), missing);
  },

  async history(subject, store) {
    const [{ id } = buildRule()] = await trySave(subject);
    await expectRejectedUnchanged(store, () => collect(store.history(id)), missing);
    await expectRejectedUnchanged(store, () => store.pruneHistory({ maxRevisions: 1 }), missing);
  },

  async usage(subject, store) {
    const [{ id } = buildRule()] = await trySave(subject);
    await expectRejectedUnchanged(store, () => store.recordUse({ ids: [id], at: "2026-01-02T03:04:05.000Z" }), missing);
    await expectRejectedUnchanged(store, () => store.usage([id]), missing);
  },

  async positions(_subject, store) {
    await expectRejectedUnchanged(store, async () => store.hasReached(await store.etag()), missing);
  },
};

/** Saves a rule, if the store can. */
async function trySave(subject: Subject): Promise<readonly Rule[]> {
  const rule = buildRule();
  return subject.capabilities.write && subject.accepts(rule) ? [(await subject.store.save(rule)).rule] : [];
}
