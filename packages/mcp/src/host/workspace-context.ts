import type { SessionType } from "@precept/agent-context";
import type { Workspace } from "@precept/workspace";
import type { ContextHost } from "./context-host.ts";

/** Whose context a session sees, and what it may write. */
export interface ContextHostOptions {
  /** Who sees what the session receives. There is no default: a shared session must not get the agent's memory by mistake. */
  readonly sessionType: SessionType;
  /** The id of the session. One that was shared cannot become a main one. Default: a new session for each call. */
  readonly session?: string | undefined;
  /** Whether the session may write notes, and a main one MEMORY.md. Default true, and always false in a read-only workspace. */
  readonly mayWrite?: boolean;
}

/**
 * Makes a host of the agent context of a workspace, for one session.
 *
 * @example
 * ```ts
 * import { contextHostOf, servePreceptOnStdio } from "@precept/mcp";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * await servePreceptOnStdio({ context: contextHostOf(workspace, { sessionType: "shared" }) }).closed;
 * ```
 */
export function contextHostOf(workspace: Workspace, { sessionType, session, mayWrite = true }: ContextHostOptions): ContextHost {
  const request = { sessionType, session };
  const isWritable = mayWrite && !workspace.isReadOnly;
  return {
    sessionType,
    load: () => workspace.context.load(request, { create: "memory" }),
    subscribe: (listener) =>
      workspace.subscribe(({ context }) => {
        if (context?.sessionType === sessionType) listener(context);
      }),
    ...(isWritable && { note: (note) => workspace.context.appendDailyNote(note) }),
    ...(isWritable && sessionType === "main" && { remember: (entry) => workspace.context.appendMemory(entry, request) }),
  };
}
