import type { RuleCreate } from "@precept/contract";
import { PreceptError, scopeTable, type Rule, type RuleFilter, type Scope, type Tenant } from "@precept/core";
import {
  checkRuleName,
  locationOf,
  rememberRule,
  type Remembered,
  type RememberedRule,
  type RememberOptions,
  type TenantStores,
} from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import { invalidFields, type InvalidPart } from "../../problems/invalid-input.ts";
import type { RequestContext } from "../handler.ts";

/** Where a new rule belongs: its session if it has session scope, and the requested kind of store. */
interface NewRuleTarget {
  readonly session?: string | undefined;
  readonly kind?: RuleCreate["store"];
}

/**
 * Remembers a rule for a tenant.
 *
 * @throws PreceptError `RULE_NAME_INVALID`; errors of {@link assertMayAdd} and `rememberRule`
 */
export async function rememberRuleOfRequest(
  target: TenantStores,
  context: RequestContext,
  rule: RememberedRule,
  options: NewRuleTarget & Omit<RememberOptions, "assertMayWrite">,
): Promise<Remembered> {
  if (rule.name !== undefined) checkRuleName(rule.name, options.isReferable);
  assertMayAdd(context, target.tenant, rule.scope, options);
  return withExistingRule(target, () =>
    rememberRule(target, rule, {
      ...options,
      assertMayWrite: (replaced) => assertMayWrite(context, target.tenant, replaced),
    }),
  );
}

/** Checks that a rule may be added. @throws PreceptError `REQUEST_INVALID`, `WORKSPACE_READ_ONLY`, `FORBIDDEN` */
export function assertMayAdd(context: RequestContext, tenant: Tenant, scope: Scope, target: NewRuleTarget): void {
  const { userId } = tenant;
  assertComplete(scope, target, userId, context.principal.tokenId !== undefined);
  const isForUser = scopeTable[scope].isOwnedByUser || scope === "session";
  assertMayWrite(context, tenant, { scope, ...(isForUser && userId !== undefined && { userId }) });
}

/** Checks that a new rule names what its scope needs: a user, and a session. @throws PreceptError `REQUEST_INVALID` */
function assertComplete(scope: Scope, { session, kind }: NewRuleTarget, userId: string | undefined, hasToken: boolean): void {
  const isSession = scope === "session";
  const problems: InvalidPart[] = [];
  if (isSession && session === undefined) problems.push({ pointer: "/session_id", detail: "is required for session scope" });
  if (!isSession && session !== undefined)
    problems.push({ pointer: "/session_id", detail: "is only possible with session scope" });
  if (isSession && kind !== undefined)
    problems.push({ pointer: "/store", detail: "is not possible with session scope: session rules are in memory" });
  // Without tokens, all requests come from one machine and may share sessions.
  const needsUser = scopeTable[scope].isOwnedByUser || (isSession && hasToken);
  if (needsUser && userId === undefined)
    problems.push({ pointer: "/user_id", detail: `is required for ${scope} scope: the request has no user of its own` });
  if (problems.length > 0) throw invalidFields(...problems);
}

/** Runs work that creates a rule. Adds the existing rule to the error if its name is taken, for the problem. */
export async function withExistingRule<Result>(target: TenantStores, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!PreceptError.is(error, "RULE_EXISTS")) throw error;
    const { name, scope, location } = error.details;
    const existing = await findAt(target, { name, scope: scope as Scope }, location);
    const details = { name, scope, location, ...(existing !== undefined && { existing }) };
    throw new PreceptError("RULE_EXISTS", details, { cause: error });
  }
}

async function findAt({ stores, tenant }: TenantStores, filter: RuleFilter, location: string): Promise<Rule | undefined> {
  for (const store of stores) {
    for await (const { rule } of store.list({ filter: { ...filter, tenant } })) if (locationOf(rule) === location) return rule;
  }
  return undefined;
}
