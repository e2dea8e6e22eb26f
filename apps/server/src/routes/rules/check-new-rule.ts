import type { RuleCreate } from "@precept/contract";
import { PreceptError, scopeTable, type Scope, type Tenant } from "@precept/core";
import type { Principal } from "../../access/principal.ts";

/** Whether rules of a scope that a request creates belong to its user. */
export function isForUser(scope: Scope): boolean {
  return scopeTable[scope].isOwnedByUser || scope === "session";
}

/**
 * Checks that a new rule names what its scope needs: a user, and a session.
 *
 * @throws PreceptError `REQUEST_INVALID`
 */
export function checkNewRule(
  { scope, session_id: session, store }: Pick<RuleCreate, "scope" | "session_id" | "store">,
  { tokenId }: Principal,
  { userId }: Tenant,
): void {
  const isSession = scope === "session";
  const problems: [pointer: string, detail: string][] = [];
  if (isSession && session === undefined) problems.push(["/session_id", "is required for session scope"]);
  if (!isSession && session !== undefined) problems.push(["/session_id", "is only possible with session scope"]);
  if (isSession && store !== undefined)
    problems.push(["/store", "is not possible with session scope: session rules are in memory"]);
  // Without tokens, all requests come from one machine and may share sessions.
  const needsUser = scopeTable[scope].isOwnedByUser || (isSession && tokenId !== undefined);
  if (needsUser && userId === undefined)
    problems.push(["/user_id", `is required for ${scope} scope: the request has no user of its own`]);
  if (problems.length === 0) return;
  throw new PreceptError("REQUEST_INVALID", {
    reasons: problems.map(([pointer, detail]) => `${pointer.slice(1)}: ${detail}`),
    parts: problems.map(([pointer, detail]) => ({ pointer, detail })),
  });
}
