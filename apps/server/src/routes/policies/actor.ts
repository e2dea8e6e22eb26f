import { hasRole, type OwnedSoftHook, type OwnedSoftHookEffect } from "@precept/contract";
import { shortKeyOf } from "@precept/enforcement/soft-hook-key";
import { toWireSoftHook, type SoftHook, type SoftHookEffect } from "@precept/governance";
import { hasOwnSessions, readStoredSession, toStoredSession, toUserId } from "../../access/agent-session.ts";
import { assertRole } from "../../access/principal.ts";
import { userOf } from "../../access/tenant.ts";
import type { RequestContext } from "../handler.ts";

export interface NamedActor {
  readonly session: string;
  readonly agent: string;
  readonly user_id?: string | undefined;
}

export interface Actor {
  readonly userId: string | undefined;
  /** The id under which its session is stored. */
  readonly session: string;
  readonly agent: string;
}

/** @throws PreceptError `FORBIDDEN` if a client that is not an admin names another user. */
export function actorOf(context: RequestContext, { session, agent, user_id }: NamedActor): Actor {
  const userId = userOf(context, user_id);
  return { userId, session: toStoredSession(context.principal, userId, session), agent };
}

/** Whether a client may see what belongs to a stored session: an admin all, others those of their user. */
export function mayUseSession(context: RequestContext, session: string): boolean {
  const { principal } = context;
  if (hasRole(principal.role, "admin")) return true;
  const { user } = readStoredSession(session);
  return hasOwnSessions(principal) ? user === (userOf(context, undefined) ?? "") : user === null;
}

/** The session is the one that the agent knows. */
export function toOwnedSoftHook(hook: SoftHook): OwnedSoftHook {
  const { user, session } = readStoredSession(hook.session);
  return { ...toWireSoftHook(hook, shortKeyOf(hook)), user_id: toUserId(user), session };
}

export function toOwnedEffects(effects: readonly SoftHookEffect[]): OwnedSoftHookEffect[] {
  return effects.map(({ kind, hook }) => ({ effect: kind, ...toOwnedSoftHook(hook) }));
}

/** @throws PreceptError `FORBIDDEN` if a client that is not an admin asks for rollbacks. */
export function checkRollback({ principal }: RequestContext, rollback: boolean): void {
  if (rollback) assertRole(principal, "admin", "Rolling back the server's working tree");
}
