import { PreceptError, type Rule, type RuleStore, type SaveOptions, type StoredRule } from "@precept/core";
import { locationOf } from "./find-stored-rule.ts";
import type { TenantStores } from "./tenant-stores.ts";

/**
 * Checks that the tenant sees no rule with the name of a new one in the same scope, and in the same session.
 *
 * @param session the session of the new rule. Default: none.
 * @throws PreceptError `RULE_EXISTS`
 */
export async function assertNameIsFree(
  { workspace, tenant }: Pick<TenantStores, "workspace" | "tenant">,
  { name, scope }: Pick<Rule, "name" | "scope">,
  session?: string,
): Promise<void> {
  const named = await workspace.list({ name, scope, tenant });
  const existing = named.find(({ origin }) => origin.session === session);
  if (existing !== undefined) throw new PreceptError("RULE_EXISTS", { name, scope, location: locationOf(existing) });
}

/**
 * Saves a new rule, whose name must be unique among the rules that the tenant sees. If several processes create rules with one name, one of them succeeds.
 *
 * @throws PreceptError `RULE_EXISTS`
 */
export async function saveNewRule(
  target: Pick<TenantStores, "workspace" | "tenant">,
  store: RuleStore,
  rule: Rule,
  options: Pick<SaveOptions, "reason" | "signal"> = {},
): Promise<StoredRule> {
  try {
    return await store.save(rule, { ...options, uniqueName: true });
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    await assertNameIsFree(target, rule, rule.origin.session);
    // Only a rule that the tenant does not see has the name. An error would tell that it exists.
    return store.save(rule, options);
  }
}
