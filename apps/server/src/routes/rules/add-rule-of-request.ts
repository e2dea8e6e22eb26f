import type { RuleCreate } from "@precept/contract";
import type { Cancellable, Rule, Scope, StoredRule, Tenant } from "@precept/core";
import { addRule, checkRuleName, type AddedRule, type TenantStores } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { RequestContext } from "../handler.ts";
import { checkNewRule, isForUser } from "./check-new-rule.ts";
import { withExistingRule } from "./with-existing-rule.ts";

/** Where a new rule belongs. */
interface NewRuleTarget {
  /** The session of a rule of session scope. */
  readonly session?: string | undefined;
  /** The requested kind of store. Default: any. */
  readonly kind?: RuleCreate["store"];
}

export interface AddRuleOfRequestOptions extends NewRuleTarget, Cancellable {
  readonly reason?: string | undefined;
}

/**
 * Adds a rule for the tenant of a request, over any protocol.
 *
 * @throws PreceptError `RULE_NAME_INVALID`; `REQUEST_INVALID`, `WORKSPACE_READ_ONLY` or `FORBIDDEN` as
 * {@link assertMayAdd}; the errors of `addRule`
 */
export async function addRuleOfRequest(
  target: TenantStores,
  context: RequestContext,
  rule: AddedRule,
  { session, kind, reason, signal }: AddRuleOfRequestOptions,
): Promise<StoredRule> {
  checkRuleName(rule.name);
  assertMayAdd(context, target.tenant, { scope: rule.scope, session, kind });
  return withExistingRule(target, () => addRule(target, rule, { session, kind, reason, signal }));
}

/**
 * Checks that a request may add a rule of a scope for its tenant.
 *
 * @throws PreceptError `REQUEST_INVALID`, `WORKSPACE_READ_ONLY`, `FORBIDDEN`
 */
export function assertMayAdd(
  context: RequestContext,
  tenant: Tenant,
  { scope, session, kind }: NewRuleTarget & { readonly scope: Scope },
): void {
  checkNewRule({ scope, session_id: session, store: kind }, context.principal, tenant);
  const { userId } = tenant;
  const owned: Pick<Rule, "scope" | "userId"> = { scope, ...(isForUser(scope) && userId !== undefined && { userId }) };
  assertMayWrite(context, tenant, owned);
}
