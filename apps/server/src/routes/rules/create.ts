import type { ProjectRoutes, RuleCreate } from "@precept/api";
import {
  createRule as buildRule,
  defaultInclusion,
  PreceptError,
  type Rule,
  type RuleStore,
  type StoredRule,
} from "@precept/core";
import {
  checkRuleName,
  chooseTenantStore,
  createSessionRule,
  identityOfNewRule,
  locationOf,
  ownerOfNewRule,
  storeKindOf,
  type PersistentStoreKind,
  type SessionRuleInput,
  type TenantStores,
} from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler, RequestContext } from "../handler.ts";
import { checkNewRule, isForUser } from "./check-new-rule.ts";
import { fieldsOf } from "./rule-fields.ts";
import { pathOfRule, replyWithRule } from "./rule-reply.ts";
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
    await assertNameIsFree(body, target);
    const store = chooseTenantStore(target, body.scope, body.store);
    const stored = await saveNew(body, store, target, context);
    const reply = await replyWithRule(stored, target);
    return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
  });

/** @throws PreceptError `RULE_EXISTS`, with the existing rule */
async function assertNameIsFree(
  { name, scope, session_id: session }: RuleCreate,
  { workspace, tenant }: TenantStores,
): Promise<void> {
  const named = await workspace.list({ name, scope, tenant });
  const existing = named.find(({ origin }) => origin.session === session);
  if (existing === undefined) return;
  throw new PreceptError("RULE_EXISTS", { name, scope, location: locationOf(existing), existing });
}

async function saveNew(
  body: RuleCreate,
  store: RuleStore,
  target: TenantStores,
  { signal }: RequestContext,
): Promise<StoredRule> {
  const rule = buildNewRule(body, store, target);
  const { reason } = body;
  try {
    return await store.save(rule, { uniqueName: true, reason, signal });
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    // Another request may have created the rule meanwhile.
    await assertNameIsFree(body, target);
    // The name is only taken by a rule that the tenant does not see, which is as if it did not exist.
    return store.save(rule, { reason, signal });
  }
}

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
