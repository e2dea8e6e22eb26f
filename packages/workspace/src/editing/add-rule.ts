import type { PersistentStoreKind, StoreKind } from "@precept/contract/values";
import {
  createRule,
  defaultInclusion,
  type Rule,
  type RuleInput,
  type RuleStore,
  type SaveOptions,
  type StoredRule,
} from "@precept/core";
import { chooseTenantStore, storeKindOf } from "./choose-store.ts";
import { identityOfNewRule, ownerOfNewRule } from "./new-rule.ts";
import { checkRuleName } from "./rule-name.ts";
import { assertNameIsFree, saveNewRule } from "./save-new-rule.ts";
import { createSessionRule } from "../session-rule.ts";
import type { TenantStores } from "./tenant-stores.ts";

/** A rule to add. Its id and its owner come from where it is stored. */
export type AddedRule = Omit<RuleInput, "id" | "origin" | "projectId" | "userId"> & Pick<Rule, "name" | "scope">;

export interface AddRuleOptions extends Pick<SaveOptions, "reason" | "signal"> {
  /** The session of a rule of session scope. */
  readonly session?: string | undefined;
  /** The requested kind of store. Default: any. */
  readonly kind?: StoreKind | undefined;
}

/**
 * Adds a rule for a tenant. Its name must be one that a prompt can refer to, and unique among the rules that the tenant sees at its scope.
 *
 * @throws PreceptError `RULE_NAME_INVALID`, `RULE_EXISTS`, `RULE_INVALID`; `SCOPE_UNSUPPORTED`, `STORE_UNSUITABLE` or `USER_UNSUITABLE` if no store accepts
 *   the rule.
 */
export async function addRule(target: TenantStores, rule: AddedRule, options: AddRuleOptions = {}): Promise<StoredRule> {
  const { session, kind, reason, signal } = options;
  checkRuleName(rule.name);
  await assertNameIsFree(target, rule, session);
  const store = chooseTenantStore(target, rule.scope, kind);
  return saveNewRule(target, store, buildRule(rule, store, target, session), {
    ...(reason !== undefined && { reason }),
    ...(signal !== undefined && { signal }),
  });
}

function buildRule(rule: AddedRule, store: RuleStore, { tenant }: TenantStores, session: string | undefined): Rule {
  const { name, scope } = rule;
  const input = { ...rule, inclusion: rule.inclusion ?? defaultInclusion(rule.globs ?? []) };
  if (session !== undefined) return createSessionRule(input, { session, userId: tenant.userId }, store.id);
  const location = { scope, store: storeKindOf(store) as PersistentStoreKind };
  return createRule({ ...input, ...identityOfNewRule(name, location, ownerOfNewRule(tenant, location)) });
}
