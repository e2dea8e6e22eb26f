import { isVisibleTo, type RuleFilter, type RuleStatus, type RuleStore, type StoredRule, type Tenant } from "@precept/core";
import { collect } from "../../src/subject/read.ts";
import type { Mutation, Mutants } from "../mutant-suite.ts";

/** Replaces the tenant and the owner of listings. */
function replacingTenants(instead: (tenant: Tenant) => Tenant): Mutation {
  return (store) => ({
    list(options = {}) {
      const { tenant, owner, ...rest } = options.filter ?? {};
      const filter = { ...rest, ...(tenant && { tenant: instead(tenant) }), ...(owner && { owner: instead(owner) }) };
      return store.list({ ...options, filter });
    },
  });
}

/** Compares the projects and users of listings with a given function. */
function comparing(isEqual: (value: string, wanted: string) => boolean): Mutation {
  const passes = (value: string | undefined, wanted: string | undefined): boolean =>
    value === undefined || (wanted !== undefined && isEqual(value, wanted));
  return (store) => ({
    async *list(options = {}) {
      const { tenant, owner, ...filter } = options.filter ?? {};
      for await (const stored of store.list({ ...options, filter })) {
        const { projectId, userId } = stored.rule;
        const isVisible = (one: Tenant) => passes(projectId, one.projectId) && passes(userId, one.userId);
        const isOwned = (one: Tenant) =>
          isVisible(one) &&
          (projectId === undefined) === (one.projectId === undefined) &&
          (userId === undefined) === (one.userId === undefined);
        if ((tenant === undefined || isVisible(tenant)) && (owner === undefined || isOwned(owner))) yield stored;
      }
    },
  });
}

function statusFor({ rule }: StoredRule, isSuperseded: boolean): RuleStatus {
  if (isSuperseded) return "superseded";
  if (!rule.enabled) return "disabled";
  return rule.pending ? "pending" : "active";
}

/** Lists rules with statuses that do not depend on the tenant. */
async function* listWithStatus(
  store: RuleStore,
  { status, tenant, ...filter }: RuleFilter,
  isSuperseded: (stored: StoredRule, all: readonly StoredRule[]) => boolean,
): AsyncIterable<StoredRule> {
  const all = await collect(store.list());
  for await (const stored of store.list({ filter: { ...filter, ...(tenant && { tenant }) } }))
    if (status === undefined || status.includes(statusFor(stored, isSuperseded(stored, all)))) yield stored;
}

export const tenantMutants: Mutants = {
  "treats an absent project or user of a tenant as any": (store) => ({
    list(options = {}) {
      const { tenant, ...rest } = options.filter ?? {};
      const { projectId, userId } = tenant ?? {};
      const filter = { ...rest, ...(projectId !== undefined && { projectId }), ...(userId !== undefined && { userId }) };
      return store.list({ ...options, filter });
    },
  }),
  "compares tenants without case": comparing((value, wanted) => value.toLowerCase() === wanted.toLowerCase()),
  "compares tenants by their start": comparing((value, wanted) => value.startsWith(wanted)),
  "compares tenants with patterns": comparing((value, wanted) =>
    new RegExp(`^${wanted.replaceAll("%", ".*").replaceAll("_", ".")}$`, "u").test(value),
  ),
  "normalises tenants": comparing((value, wanted) => value.normalize("NFC") === wanted.normalize("NFC")),
  "treats an empty project or user as none": replacingTenants(({ projectId, userId }) => ({
    ...(projectId !== "" && { projectId }),
    ...(userId !== "" && { userId }),
  })),
  "treats an owner as a tenant": (store) => ({
    list(options = {}) {
      const { owner, ...filter } = options.filter ?? {};
      return store.list({ ...options, filter: owner === undefined ? filter : { ...filter, tenant: owner } });
    },
  }),

  "returns rules of other tenants": (store) => ({ get: (id, { signal } = {}) => store.get(id, { ...(signal && { signal }) }) }),
  "returns several rules of other tenants": (store) => ({
    getMany: (ids, { signal } = {}) => store.getMany(ids, { ...(signal && { signal }) }),
  }),
  "returns revisions of other tenants": (store) => ({
    history: (id, options) => store.history(id, { ...options, tenant: undefined }),
  }),
  "hides the history of a rule whose current revision is of another tenant": (store) => ({
    async *history(id, options = {}) {
      const stored = await store.get(id);
      if (stored !== undefined && options.tenant !== undefined && !isVisibleTo(stored.rule, options.tenant)) return;
      yield* store.history(id, options);
    },
  }),

  "treats a rule as superseded if any rule replaces it": (store) => ({
    async *list(options = {}) {
      if (options.filter?.status === undefined) yield* store.list(options);
      else
        yield* listWithStatus(store, options.filter, (stored, all) =>
          all.some(({ rule }) => rule.enabled && !rule.pending && rule.replaces.includes(stored.rule.id)),
        );
    },
  }),
  "treats a rule as superseded if a rule of the same tenant replaces it": (store) => ({
    async *list(options = {}) {
      if (options.filter?.status === undefined) yield* store.list(options);
      else
        yield* listWithStatus(store, options.filter, (stored, all) =>
          all.some(
            ({ rule }) =>
              rule.enabled &&
              !rule.pending &&
              rule.projectId === stored.rule.projectId &&
              rule.userId === stored.rule.userId &&
              rule.replaces.includes(stored.rule.id),
          ),
        );
    },
  }),
};
