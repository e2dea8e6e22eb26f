import type { ProjectRoutes } from "@precept/api";
import { addRule, checkRuleName, type AddedRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler } from "../handler.ts";
import { checkNewRule, isForUser } from "./check-new-rule.ts";
import { fieldsOf } from "./rule-fields.ts";
import { pathOfRule, replyWithRule } from "./rule-reply.ts";
import { withExistingRule } from "./with-existing-rule.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const createRule: Handler<ProjectRoutes["createRule"]> = async ({ body }, context) =>
  withTenantStores(context, body, async (target) => {
    const { name, scope, session_id: session, store: kind, reason } = body;
    checkRuleName(name);
    checkNewRule(body, context.principal, target.tenant);
    const { userId } = target.tenant;
    assertMayWrite(context, target.tenant, { scope, ...(isForUser(scope) && userId !== undefined && { userId }) });
    const rule = { ...fieldsOf(body), name, scope, source: "api" } as AddedRule;
    const stored = await withExistingRule(target, () => addRule(target, rule, { session, kind, reason, signal: context.signal }));
    const reply = await replyWithRule(stored, target);
    return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
  });
