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
 * Runs work in the session of a request for the agent context. The id of the session contains the user, as those of
 * soft hooks do: a user cannot make the session of another user shared, or find out that it is.
 *
 * @throws PreceptError `FORBIDDEN` for a main session if the principal may only have shared ones;
 *   `SESSION_TYPE_CONFLICT` or `SESSION_TYPE_UNKNOWN`, with the id that the request names.
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

/**
 * Returns the session of a request for the agent context.
 *
 * @throws PreceptError `FORBIDDEN`
 */
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
