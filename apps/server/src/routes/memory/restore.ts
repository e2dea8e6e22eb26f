import type { ProjectRoutes } from "@precept/contract";
import { PreceptError, type StoredRule } from "@precept/core";
import { assertNameIsFree, findRuleHistory, planRestore, restoreRule as restore, saveNewRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler } from "../handler.ts";
import { expectedRevision } from "../rules/expected-revision.ts";
import { replyWithRule } from "../rules/rule-reply.ts";
import { withExistingRule } from "../rules/with-existing-rule.ts";
import { withTenantStores } from "../rules/with-tenant-stores.ts";

export const restoreRule: Handler<ProjectRoutes["restoreRule"]> = async ({ params, query, body }, context) =>
  withTenantStores(context, query, async (target) => {
    const history = await findRuleHistory(target, params.rule, query);
    const plan = planRestore(history, body.version, params.rule);
    assertMayWrite(context, target.tenant, plan.restored);
    assertMayWrite(context, target.tenant, plan.current.rule);
    expectedRevision(plan.current, context);
    return replyWithRule(await (plan.isSame ? readCurrent() : withExistingRule(target, save)), target);

    async function save(): Promise<StoredRule> {
      if (plan.current.deleted) await assertNameIsFree(target, plan.restored);
      const { store } = history;
      return restore(history, plan, {
        reason: body.reason,
        create: (rule, options) => saveNewRule(target, store, rule, options),
      });
    }

    async function readCurrent(): Promise<StoredRule> {
      const stored = await history.store.get(plan.current.rule.id, { tenant: target.tenant, signal: context.signal });
      if (stored === undefined) throw new PreceptError("RULE_NOT_FOUND", { name: params.rule, known: [] });
      return stored;
    }
  });
