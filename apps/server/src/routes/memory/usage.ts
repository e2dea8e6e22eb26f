import type { ProjectRoutes } from "@precept/contract";
import { PreceptError, toWireStoreReport, UsageReader, type Rule } from "@precept/core";
import type { Handler } from "../handler.ts";
import { pageRules } from "../rules/page-rules.ts";
import { withTenantStores } from "../rules/with-tenant-stores.ts";

export const listUsage: Handler<ProjectRoutes["listUsage"]> = async ({ query }, context) =>
  withTenantStores(context, query, async ({ workspace, tenant, stores }) => {
    const counting = new Set(stores.filter(({ capabilities }) => capabilities.usage).map(({ id }) => id));
    const rules = await workspace.list({ tenant });
    const counted = rules.filter(({ origin }) => counting.has(origin.store));
    const uncounted = rules.find(({ origin }) => !counting.has(origin.store));
    if (counted.length === 0 && uncounted !== undefined) {
      throw new PreceptError("STORE_CAPABILITY_MISSING", { store: uncounted.origin.store, capability: "usage counts" });
    }
    const page = pageRules(counted, query);
    const usage = new UsageReader(stores);
    const failures = await usage.read(page.rules, { signal: context.signal });
    return {
      body: {
        usage: page.rules.map((rule) => toWireUsage(rule, usage)),
        total: counted.length,
        not_counted: rules.length - counted.length,
        next_cursor: page.next,
        stores: [...workspace.rulebook.stores({ tenant }).map(toWireStoreReport), ...failures],
      },
    };
  });

function toWireUsage(rule: Rule, reader: UsageReader) {
  const { id, name, scope, origin } = rule;
  const usage = reader.of(rule);
  const used = usage === "unused" ? undefined : usage;
  return {
    id,
    name,
    scope,
    store: origin.store,
    usage_count: usage === "unused" ? 0 : (used?.count ?? null),
    last_used: used === undefined || used.lastUsedAt === "" ? null : used.lastUsedAt,
    // Not the last session: it may be another user's.
    tools: { ...used?.tools },
  };
}
