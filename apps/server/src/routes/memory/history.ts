import type { ProjectRoutes } from "@precept/contract";
import { PreceptError, toWireRevision, type RuleRevision } from "@precept/core";
import { findRuleHistory } from "@precept/workspace";
import type { Handler } from "../handler.ts";
import { withTenantStores } from "../rules/with-tenant-stores.ts";

export const getRuleHistory: Handler<ProjectRoutes["getRuleHistory"]> = async ({ params, query }, context) =>
  withTenantStores(context, query, async (target) => {
    const { limit, cursor: before } = query;
    const { store, revisions } = await findRuleHistory(target, params.rule, { scope: query.scope, limit: 1 });
    const page: RuleRevision[] = [];
    // One more than the page, to find out whether it is the last.
    const options = { tenant: target.tenant, limit: limit + 1, before, signal: context.signal };
    for await (const revision of store.history(revisions[0].rule.id, options)) page.push(revision);
    if (before !== undefined && page.length === 0) {
      const detail = "is not a `next_cursor` of this rule; start with the first page";
      throw new PreceptError("REQUEST_INVALID", { reasons: [`cursor: ${detail}`], parts: [{ pointer: "?cursor", detail }] });
    }
    const hasMore = page.length > limit;
    const shown = page.slice(0, limit);
    return { body: { revisions: shown.map(toWireRevision), next_cursor: hasMore ? (shown.at(-1)?.revision ?? null) : null } };
  });
