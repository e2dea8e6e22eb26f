import { PreceptError, type Rule } from "@precept/core";
import { assertOwnReplacements, findStoredRule, type AddedRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { NamedTenant } from "../../access/tenant.ts";
import type { Handlers, RequestContext } from "../handler.ts";
import { addRuleOfRequest } from "./add-rule.ts";
import { applyFields, fieldsOf, hasFields } from "./rule-fields.ts";
import { expectedRevision, replyWithRule, withTenantStores } from "./stored-rules.ts";

/** The rules, one by one. */
export const ruleHandlers = {
  createRule: async ({ body }, context) =>
    withTenantStores(context, body, async (target) => {
      const { name, scope, session_id: session, store: kind, reason } = body;
      const rule = { ...fieldsOf(body), name, scope, source: "api" } as AddedRule;
      const stored = await addRuleOfRequest(target, context, rule, { session, kind, reason, signal: context.signal });
      const reply = await replyWithRule(stored, target);
      return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
    }),
  getRule: async ({ params, query }, context) =>
    withTenantStores(context, query, async (target) => {
      const { stored } = await findStoredRule(target, params.rule, query);
      return replyWithRule(stored, target);
    }),
  updateRule: async ({ params, query, body }, context) =>
    withTenantStores(context, query, async (target) => {
      const { store, stored } = await findStoredRule(target, params.rule, query);
      assertMayWrite(context, target.tenant, stored.rule);
      const revision = expectedRevision(stored, context);
      const fields = fieldsOf(body);
      if (hasFields(stored.rule, fields)) return replyWithRule(stored, target);
      const changed = applyFields(stored.rule, fields);
      assertOwnReplacements(changed);
      const { reason } = body;
      return replyWithRule(await store.save(changed, { revision, reason, signal: context.signal }), target);
    }),
  deleteRule: async ({ params, query }, context) =>
    withTenantStores(context, query, async (target) => {
      const { store, stored } = await findStoredRule(target, params.rule, query);
      assertMayWrite(context, target.tenant, stored.rule);
      const revision = expectedRevision(stored, context);
      const existed = await store.delete(stored.rule.id, { revision, signal: context.signal });
      // Another process deleted it after it was read.
      if (!existed) throw new PreceptError("RULE_NOT_FOUND", { name: params.rule, known: [] });
      return { body: undefined };
    }),
} satisfies Partial<Handlers>;

/** Returns the path of a rule for the client of a request, who may have named a user and a project. */
function pathOfRule({ id }: Rule, { basePath }: RequestContext, named: NamedTenant): string {
  const query = new URLSearchParams();
  for (const name of ["user_id", "project_id"] as const) if (typeof named[name] === "string") query.set(name, named[name]);
  return `${basePath}/rules/${encodeURIComponent(id)}${query.size === 0 ? "" : `?${query.toString()}`}`;
}
