import {
  PreceptError,
  toWireRevision,
  toWireStoreReport,
  UsageReader,
  type Rule,
  type RuleRevision,
  type StoredRule,
} from "@precept/core";
import { assertNameIsFree, findRuleHistory, planRestore, restoreRule, saveNewRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import { invalidFields } from "../../problems/invalid-input.ts";
import type { Handlers } from "../handler.ts";
import { withExistingRule } from "../rules/add-rule.ts";
import { pageRules } from "../rules/page-rules.ts";
import { expectedRevision, replyWithWritten, withTenantStores } from "../rules/stored-rules.ts";

/** Usage and history of rules. */
export const memoryHandlers = {
  listUsage: async ({ query }, context) =>
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
    }),
  getRuleHistory: async ({ params, query }, context) =>
    withTenantStores(context, query, async (target) => {
      const { limit, cursor: before } = query;
      const { store, revisions } = await findRuleHistory(target, params.rule, { scope: query.scope, limit: 1 });
      // One more than the page, to find out whether it is the last.
      const options = { tenant: target.tenant, limit: limit + 1, before, signal: context.signal };
      const page: RuleRevision[] = [];
      for await (const revision of store.history(revisions[0].rule.id, options)) page.push(revision);
      if (before !== undefined && page.length === 0) {
        throw invalidFields({
          pointer: "?cursor",
          detail: "is not a `next_cursor` of this rule; start with the first page",
        });
      }
      const shown = page.slice(0, limit);
      const next = page.length > limit ? (shown.at(-1)?.revision ?? null) : null;
      return { body: { revisions: shown.map(toWireRevision), next_cursor: next } };
    }),
  restoreRule: async ({ params, query, body }, context) =>
    withTenantStores(context, query, async (target) => {
      const history = await findRuleHistory(target, params.rule, query);
      const plan = planRestore(history, body.version, params.rule);
      assertMayWrite(context, target.tenant, plan.restored);
      assertMayWrite(context, target.tenant, plan.current.rule);
      expectedRevision(plan.current, context);
      return replyWithWritten(await (plan.isSame ? readCurrent() : withExistingRule(target, save)), target);

      async function save(): Promise<StoredRule> {
        if (plan.current.deleted) await assertNameIsFree(target, plan.restored);
        return restoreRule(history, plan, {
          reason: body.reason,
          create: (rule, options) => saveNewRule(target, history.store, rule, options),
        });
      }

      async function readCurrent(): Promise<StoredRule> {
        const stored = await history.store.get(plan.current.rule.id, { tenant: target.tenant, signal: context.signal });
        if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: params.rule, known: [] });
        return stored;
      }
    }),
} satisfies Partial<Handlers>;

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
