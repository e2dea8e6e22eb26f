import { clientScope } from "@precept/contract/values";
import { PreceptError, type Rule } from "@precept/core";
import {
  assertOwnReplacements,
  findStoredRule,
  findVisible,
  type FindRuleOptions,
  type RememberedRule,
  type TenantStores,
} from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { NamedTenant } from "../../access/tenant.ts";
import type { Handlers, RequestContext } from "../handler.ts";
import { rememberRuleOfRequest } from "./add-rule.ts";
import { applyFields, fieldsOf, hasFields } from "./rule-fields.ts";
import { positionAfterWrite, positionHeaders } from "./positions.ts";
import { expectedRevision, replyWithRule, replyWithWritten, withTenantStores } from "./stored-rules.ts";

/** The rules, one by one. */
export const ruleHandlers = {
  createRule: async ({ body }, context) =>
    withTenantStores(context, body, async (target) => {
      const { name, scope, session_id: session, store: kind, reason, force } = body;
      const { replaces = [], ...fields } = fieldsOf(body);
      const rule = { ...fields, name, scope, source: "api" } as RememberedRule;
      const options = { session, kind, reason, force, signal: context.signal, isReferable: false } as const;
      const { outcome, stored } = await rememberRuleOfRequest(target, context, rule, { ...options, author: "person", replaces });
      if (outcome === "known") throw new PreceptError("RULE_KNOWN", { existing: stored.rule });
      const reply = await replyWithWritten(stored, target);
      return { ...reply, headers: { ...reply.headers, location: pathOfRule(stored.rule, context, body) } };
    }),
  getRule: async ({ params, query }, context) =>
    withTenantStores(context, query, async (target) => {
      const { stored } = await findStoredRule(target, params.rule, { ...query, takesHighest: true });
      return replyWithRule(stored, target);
    }),
  updateRule: async ({ params, query, body }, context) =>
    withTenantStores(context, query, async (target) => {
      const { store, stored } = await findStoredRule(target, params.rule, toChange(query));
      assertMayWrite(context, target.tenant, stored.rule);
      const revision = expectedRevision(stored, context);
      const fields = fieldsOf(body);
      if (hasFields(stored.rule, fields)) return replyWithWritten(stored, target);
      const replaces = await findReplaced(target, stored.rule, fields.replaces);
      const changed = applyFields(stored.rule, { ...fields, ...(replaces !== undefined && { replaces }) });
      assertOwnReplacements(changed);
      const { reason } = body;
      return replyWithWritten(await store.save(changed, { revision, reason, signal: context.signal }), target);
    }),
  deleteRule: async ({ params, query }, context) =>
    withTenantStores(context, query, async (target) => {
      const { store, stored } = await findStoredRule(target, params.rule, toChange(query));
      assertMayWrite(context, target.tenant, stored.rule);
      const revision = expectedRevision(stored, context);
      const existed = await store.delete(stored.rule.id, { revision, signal: context.signal });
      // Another process deleted it after it was read.
      if (!existed) throw new PreceptError("RULE_NOT_FOUND", { name: params.rule, known: [] });
      return { body: undefined, headers: positionHeaders(await positionAfterWrite(store)) };
    }),
} satisfies Partial<Handlers>;

/** The ids of the rules that a changed rule replaces, which a request names by id or name. */
async function findReplaced(
  target: TenantStores,
  { replaces, origin }: Rule,
  named: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (named === undefined) return undefined;
  const ids: string[] = [];
  for (const reference of named) {
    ids.push(replaces.includes(reference) ? reference : (await findVisible(target, reference, origin.session)).stored.rule.id);
  }
  return ids;
}

/** Changes of a name without a scope are about the user's own rule. */
function toChange({ scope }: FindRuleOptions): FindRuleOptions {
  return scope === undefined ? { scopeOfNames: clientScope } : { scope };
}

/** Returns the path of a rule for the client of a request, who may have named a user and a project. */
function pathOfRule({ id }: Rule, { basePath }: RequestContext, named: NamedTenant): string {
  const query = new URLSearchParams();
  for (const name of ["user_id", "project_id"] as const) if (typeof named[name] === "string") query.set(name, named[name]);
  return `${basePath}/rules/${encodeURIComponent(id)}${query.size === 0 ? "" : `?${query.toString()}`}`;
}
