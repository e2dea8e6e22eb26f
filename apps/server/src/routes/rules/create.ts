import type { ProjectRoutes } from "@precept/contract";
import type { AddedRule } from "@precept/workspace";
import type { Handler } from "../handler.ts";
import { addRuleOfRequest } from "./add-rule-of-request.ts";
import { fieldsOf } from "./rule-fields.ts";
import { pathOfRule, replyWithRule } from "./rule-reply.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const createRule: Handler<ProjectRoutes["createRule"]> = async ({ body }, context) =>
  withTenantStores(context, body, async (target) => {
    const { name, scope, session_id: session, store: kind, reason } = body;
    const rule = { ...fieldsOf(body), name, scope, source: "api" } as AddedRule;
    const stored = await addRuleOfRequest(target, context, rule, { session, kind, reason, signal: context.signal });
    const reply = await replyWithRule(stored, target);
    return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
  });
