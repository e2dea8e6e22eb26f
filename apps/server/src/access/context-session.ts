import { PreceptError } from "@precept/core";
import type { SessionRequest } from "@precept/workspace";
import { toStoredSession } from "./agent-session.ts";
import type { TenantContext } from "./tenant.ts";
import { userOf } from "./tenant.ts";

export interface NamedSession {
  readonly session_type: SessionRequest["sessionType"];
  readonly session_id?: string | null | undefined;
}

/**
 * Runs work in the session of a request. The stored id contains the user, so that users share no session. @throws
 * PreceptError `FORBIDDEN` for a main session without the right to it; `SESSION_TYPE_CONFLICT`, `SESSION_TYPE_UNKNOWN`
 */
export async function inContextSession<Result>(
  context: TenantContext,
  named: NamedSession,
  work: (session: SessionRequest) => Promise<Result>,
): Promise<Result> {
  const session = contextSessionOf(context, named);
  try {
    return await work(session);
  } catch (error) {
    const id = named.session_id ?? "";
    if (PreceptError.is(error, "SESSION_TYPE_CONFLICT")) throw new PreceptError("SESSION_TYPE_CONFLICT", { session: id });
    if (PreceptError.is(error, "SESSION_TYPE_UNKNOWN")) throw new PreceptError("SESSION_TYPE_UNKNOWN", { session: id });
    throw error;
  }
}

/** Returns the session of a request for the agent context. @throws PreceptError `FORBIDDEN` */
export function contextSessionOf(
  context: TenantContext,
  { session_type: sessionType, session_id: id }: NamedSession,
): SessionRequest {
  if (sessionType !== "shared") assertMainSession(context);
  return {
    sessionType,
    ...(id !== undefined && id !== null && { session: toStoredSession(context.principal, userOf(context, undefined), id) }),
  };
}

/** Checks that a principal may have main sessions. @throws PreceptError `FORBIDDEN` */
function assertMainSession({ principal }: Pick<TenantContext, "principal">): void {
  if (principal.mainSession === true) return;
  throw new PreceptError("FORBIDDEN", {
    action: "A main session, which has the agent's memory,",
    required: "a token that was created with `precept token create --main-session`",
  });
}
