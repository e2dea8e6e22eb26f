import { hasRole, projectRoutes } from "@precept/contract";
import { contextHostOf, type ContextHost } from "@precept/mcp";
import { contextSessionOf, inContextSession, type NamedSession } from "../access/context-session.ts";
import type { RequestContext } from "../routes/handler.ts";

/**
 * Makes the host of the agent context of a request: what its principal may see and write over REST.
 *
 * @throws PreceptError `FORBIDDEN` for a main session if the principal may only have shared ones.
 */
export function contextOfRequest(context: RequestContext, named: NamedSession): ContextHost {
  const { workspace } = context.project;
  const { role } = context.principal;
  const session = contextSessionOf(context, named);
  const host = contextHostOf(workspace, { ...session, mayWrite: hasRole(role, projectRoutes.addDailyNote.role) });
  const { remember, note } = host;
  return {
    ...host,
    // Errors have the id of the session that the client knows.
    load: () => inContextSession(context, named, () => host.load()),
    ...(remember !== undefined && { remember: (entry) => inContextSession(context, named, () => remember(entry)) }),
    ...(note !== undefined && { note: (entry) => inContextSession(context, named, () => note(entry)) }),
  };
}
