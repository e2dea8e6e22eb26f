import type { ProjectRoutes } from "@precept/contract";
import { findStoredRule } from "@precept/workspace";
import type { Handler } from "../handler.ts";
import { replyWithRule } from "./rule-reply.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const getRule: Handler<ProjectRoutes["getRule"]> = async ({ params, query }, context) =>
  withTenantStores(context, query, async (target) => {
    const { stored } = await findStoredRule(target, params.rule, query);
    return replyWithRule(stored, target);
  });
