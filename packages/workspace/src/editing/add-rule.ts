import type { PersistentStoreKind, StoreKind } from "@precept/contract/values";
import {
  createRule,
  PreceptError,
  type Rule,
  type RuleInput,
  type RuleStore,
  type SaveOptions,
  type StoredRule,
} from "@precept/core";
import { createSessionRule } from "../session-rule.ts";
import { storeKindOf } from "./choose-store.ts";
import { locationOf, type TenantStores } from "./find-stored-rule.ts";
import { identityOfNewRule, ownerOfNewRule } from "./new-rule.ts";

/** A rule to add. Its id and its owner come from where it is stored. */
export type AddedRule = Omit<RuleInput, "id" | "origin" | "projectId" | "userId"> & Pick<Rule, "name" | "scope">;

export interface AddRuleOptions extends Pick<SaveOptions, "reason" | "signal"> {
  /** The session of a rule of session scope. */
  readonly session?: string | undefined;
  /** The requested kind of store. Default: any. */
  readonly kind?: StoreKind | undefined;
  /** Whether a prompt has to be able to refer to the rule as `@name`. Default true. */
  readonly isReferable?: boolean;
}

/** Builds a new rule with the id, the scope and the owner that its store decides. @throws PreceptError `RULE_INVALID` */
export function buildNewRule(rule: AddedRule, store: RuleStore, { tenant }: TenantStores, session: string | undefined): Rule {
  const { name, scope } = rule;
  if (session !== undefined) return createSessionRule(rule, { session, userId: tenant.userId }, store.id);
  const location = { scope, store: storeKindOf(store) as PersistentStoreKind };
  return createRule({ ...rule, ...identityOfNewRule(name, location, ownerOfNewRule(tenant, location)) });
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
