import type { ProjectRoutes, RuleCreate } from "@precept/api";
import { createRule as buildRule, defaultInclusion, type Rule, type RuleStore } from "@precept/core";
import {
  assertNameIsFree,
  checkRuleName,
  chooseTenantStore,
  createSessionRule,
  identityOfNewRule,
  ownerOfNewRule,
  saveNewRule,
  storeKindOf,
  type PersistentStoreKind,
  type SessionRuleInput,
  type TenantStores,
} from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler } from "../handler.ts";
import { checkNewRule, isForUser } from "./check-new-rule.ts";
import { fieldsOf } from "./rule-fields.ts";
import { pathOfRule, replyWithRule } from "./rule-reply.ts";
import { withExistingRule } from "./with-existing-rule.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const createRule: Handler<ProjectRoutes["createRule"]> = async ({ body }, context) =>
  withTenantStores(context, body, async (target) => {
    checkRuleName(body.name);
    checkNewRule(body, context.principal, target.tenant);
    const { userId } = target.tenant;
    assertMayWrite(context, target.tenant, {
      scope: body.scope,
      ...(isForUser(body.scope) && userId !== undefined && { userId }),
    });
    const stored = await withExistingRule(target, async () => {
      await assertNameIsFree(target, body, body.session_id);
      const store = chooseTenantStore(target, body.scope, body.store);
      return saveNewRule(target, store, buildNewRule(body, store, target), { reason: body.reason, signal: context.signal });
    });
    const reply = await replyWithRule(stored, target);
    return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
  });

function buildNewRule(body: RuleCreate, store: RuleStore, { tenant }: TenantStores): Rule {
  const { name, scope, session_id: session } = body;
  const fields = fieldsOf(body);
  const input = {
    ...fields,
    name,
    inclusion: fields.inclusion ?? defaultInclusion(fields.globs ?? []),
    source: "api",
  } as SessionRuleInput;
  if (session !== undefined) return createSessionRule(input, { session, userId: tenant.userId }, store.id);
  const location = { scope, store: storeKindOf(store) as PersistentStoreKind };
  return buildRule({ ...input, ...identityOfNewRule(name, location, ownerOfNewRule(tenant, location)) });
}
