import type { PersistentStoreKind, StoreKind } from "@precept/contract/values";
import {
  createRule,
  defaultInclusion,
  PreceptError,
  withoutUndefined,
  type Rule,
  type RuleInput,
  type RuleStore,
  type SaveOptions,
  type StoredRule,
} from "@precept/core";
import { createSessionRule } from "../session-rule.ts";
import { chooseTenantStore, storeKindOf } from "./choose-store.ts";
import { locationOf, type TenantStores } from "./find-stored-rule.ts";
import { identityOfNewRule, ownerOfNewRule } from "./new-rule.ts";
import { checkRuleName } from "./rule-name.ts";

/** A rule to add. Its id and its owner come from where it is stored. */
export type AddedRule = Omit<RuleInput, "id" | "origin" | "projectId" | "userId"> & Pick<Rule, "name" | "scope">;

export interface AddRuleOptions extends Pick<SaveOptions, "reason" | "signal"> {
  /** The session of a rule of session scope. */
  readonly session?: string | undefined;
  /** The requested kind of store. Default: any. */
  readonly kind?: StoreKind | undefined;
}

/**
 * Adds a rule for a tenant. Its name must be one that a prompt can refer to, and unique among the rules that the tenant
 * sees at its scope.
 *
 * @throws PreceptError `RULE_NAME_INVALID`, `RULE_EXISTS`, `RULE_INVALID`; `SCOPE_UNSUPPORTED`, `STORE_UNSUITABLE` or
 *   `USER_UNSUITABLE` if no store accepts the rule.
 */
export async function addRule(target: TenantStores, rule: AddedRule, options: AddRuleOptions = {}): Promise<StoredRule> {
  const { session, kind, reason, signal } = options;
  checkRuleName(rule.name);
  await assertNameIsFree(target, rule, session);
  const store = chooseTenantStore(target, rule.scope, kind);
  return saveNewRule(target, store, buildRule(rule, store, target, session), withoutUndefined({ reason, signal }));
}

function buildRule(rule: AddedRule, store: RuleStore, { tenant }: TenantStores, session: string | undefined): Rule {
  const { name, scope } = rule;
  const input = { ...rule, inclusion: rule.inclusion ?? defaultInclusion(rule.globs ?? []) };
  if (session !== undefined) return createSessionRule(input, { session, userId: tenant.userId }, store.id);
  const location = { scope, store: storeKindOf(store) as PersistentStoreKind };
  return createRule({ ...input, ...identityOfNewRule(name, location, ownerOfNewRule(tenant, location)) });
}

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
  for (const existing of await workspace.list({ name, scope, tenant })) {
    if (existing.origin.session === session) throw nameTaken(existing);
  }
}

/**
 * Saves a new rule, whose name must be unique among the rules that the tenant sees, and only among these: an error must
 * not tell a user of another user's rules. If several processes create rules with one name, one of them succeeds.
 *
 * @throws PreceptError `RULE_EXISTS`
 */
export async function saveNewRule(
  { tenant }: Pick<TenantStores, "tenant">,
  store: RuleStore,
  rule: Rule,
  options: Pick<SaveOptions, "reason" | "signal"> = {},
): Promise<StoredRule> {
  try {
    return await store.save(rule, { ...options, uniqueName: true });
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    // Reads the store, since another process may have created a rule that is not in the rulebook yet.
    const filter = { name: rule.name, scope: rule.scope, tenant };
    for await (const { rule: existing } of store.list({ filter, bypassCache: true })) {
      if (existing.origin.session === rule.origin.session) throw nameTaken(existing);
    }
    // Only a rule that the tenant does not see has the name.
    return store.save(rule, options);
  }
}

function nameTaken(existing: Rule): PreceptError<"RULE_EXISTS"> {
  const { name, scope } = existing;
  return new PreceptError("RULE_EXISTS", { name, scope, location: locationOf(existing) });
}
