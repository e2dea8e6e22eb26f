import type { ProjectRoutes } from "@precept/contract";
import { PreceptError } from "@precept/core";
import { findStoredRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler } from "../handler.ts";
import { expectedRevision } from "./expected-revision.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const deleteRule: Handler<ProjectRoutes["deleteRule"]> = async ({ params, query }, context) =>
  withTenantStores(context, query, async (target) => {
    const { store, stored } = await findStoredRule(target, params.rule, query);
    assertMayWrite(context, target.tenant, stored.rule);
    const revision = expectedRevision(stored, context);
    const existed = await store.delete(stored.rule.id, { revision, signal: context.signal });
    // Another process deleted it after it was read.
    if (!existed) throw new PreceptError("RULE_NOT_FOUND", { name: params.rule, known: [] });
    return { body: undefined };
  });
