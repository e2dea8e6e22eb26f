import type { RuleInput, Tenant } from "@precept/core";
import { expect } from "vitest";
import { NotApplicable, type ChecksOf, type Subject } from "../check.ts";
import { sortedNamesOf } from "../subject/read.ts";
import { change, saveRule, saveRules } from "../subject/save.ts";

/** Tenants that a store could confuse with one another. */
const ids = ["p1", "p10", "P1", "p_", "p%", "%", "p", "é", "e\u0301", "😀", ""] as const;

type Named = Partial<RuleInput> & { readonly name: string };

const rules: readonly Named[] = [
  { name: "everyone" },
  ...ids.map((projectId, at) => ({ name: `project-${at}`, projectId })),
  ...ids.map((userId, at) => ({ name: `user-${at}`, userId })),
  { name: "ann-in-p1", projectId: "p1", userId: "ann" },
  { name: "ann-in-p10", projectId: "p10", userId: "ann" },
];

const tenants: readonly Tenant[] = [
  {},
  { projectId: undefined, userId: undefined },
  ...ids.map((projectId) => ({ projectId })),
  ...ids.map((userId) => ({ userId })),
  ...ids.slice(0, 3).map((projectId) => ({ projectId, userId: "ann" })),
];

const isVisible = (rule: Named, tenant: Tenant) =>
  (rule.projectId === undefined || rule.projectId === tenant.projectId) &&
  (rule.userId === undefined || rule.userId === tenant.userId);

const isOwned = (rule: Named, owner: Tenant) => rule.projectId === owner.projectId && rule.userId === owner.userId;

/** The names of the saved rules that a tenant sees or owns. Skips the check for stores without tenants. */
async function saveTenantRules(subject: Subject): Promise<readonly Named[]> {
  const saved = await saveRules(subject, rules);
  const accepted = rules.filter(({ name }) => saved.has(name));
  if (accepted.length < 2) throw new NotApplicable("The store accepts no rules of projects or users.");
  return accepted;
}

const namesOf = (named: readonly Named[]) => named.map(({ name }) => name).toSorted();

async function superseded({ store }: Subject, tenant?: Tenant): Promise<readonly string[]> {
  return sortedNamesOf(store, { filter: { status: ["superseded"], ...(tenant !== undefined && { tenant }) } });
}

export const tenantChecks: ChecksOf<"tenant"> = {
  async "tenant/filter"(subject, store) {
    const saved = await saveTenantRules(subject);
    for (const tenant of tenants) {
      const names = await sortedNamesOf(store, { filter: { tenant } });
      expect({ tenant, names }).toEqual({ tenant, names: namesOf(saved.filter((rule) => isVisible(rule, tenant))) });
    }
  },

  async "tenant/owner"(subject, store) {
    const saved = await saveTenantRules(subject);
    for (const owner of tenants) {
      const names = await sortedNamesOf(store, { filter: { owner } });
      expect({ owner, names }).toEqual({ owner, names: namesOf(saved.filter((rule) => isOwned(rule, owner))) });
    }
  },

  async "tenant/get"(subject, store) {
    const saved = [...(await saveRules(subject, rules)).values()];
    const all = saved.map(({ rule }) => rule.id);
    for (const tenant of tenants) {
      const visible = saved.filter(({ rule }) => isVisible(rule, tenant));
      const several = await store.getMany(all, { tenant });
      expect({ tenant, ids: [...several.keys()].toSorted() }).toEqual({
        tenant,
        ids: visible.map(({ rule }) => rule.id).toSorted(),
      });
      for (const stored of saved)
        expect(await store.get(stored.rule.id, { tenant })).toEqual(visible.includes(stored) ? stored : undefined);
    }
  },

  async "tenant/status"(subject, store) {
    const { rule: old } = await saveRule(subject, { name: "old" });
    const { rule: other } = await saveRule(subject, { name: "other" });
    const own = await saveRule(subject, { name: "new", projectId: "p1", replaces: [old.id] });
    await saveRule(subject, { name: "of-ann", userId: "ann", replaces: [other.id] });
    expect(await superseded(subject, { projectId: "p1" })).toEqual(["old"]);
    expect(await superseded(subject, { projectId: "p1", userId: "ann" })).toEqual(["old", "other"]);
    for (const projectId of ["p10", "P1", undefined]) expect(await superseded(subject, { projectId })).toEqual([]);
    const active = { status: ["active"] as const, tenant: {} };
    expect(await sortedNamesOf(store, { filter: active })).toEqual(["old", "other"]);
    await change(subject, own, { projectId: "p10" });
    expect(await superseded(subject, { projectId: "p1" })).toEqual([]);
    expect(await superseded(subject, { projectId: "p10" })).toEqual(["old"]);
  },

  async "tenant/status-of-all"(subject) {
    const { rule: shared } = await saveRule(subject, { name: "shared" });
    const { rule: own } = await saveRule(subject, { name: "own", projectId: "p1" });
    const replacing = await saveRule(subject, { name: "new", projectId: "p1", replaces: [shared.id, own.id] });
    // Not all tenants that see "shared" see "new".
    expect(await superseded(subject)).toEqual(["own"]);
    await change(subject, replacing, { projectId: "p10" });
    expect(await superseded(subject)).toEqual([]);
    await saveRule(subject, { name: "everywhere", replaces: [shared.id, own.id] });
    expect(await superseded(subject)).toEqual(["own", "shared"]);
  },
};
