import type {
  ContextChange,
  DailyNoteInput,
  LoadedContext,
  MemoryEntry,
  MemoryEntryInput,
  SessionType,
  WrittenNote,
} from "@precept/agent-context";
import type { Workspace } from "@precept/workspace";

/**
 * The agent context that an MCP session sees. The type of the session is fixed: a shared one has no `remember`, and its
 * context has no memory. Create one with `contextHostOf`, or implement it.
 */
export interface ContextHost {
  readonly sessionType: SessionType;
  /** Loads the context, with all changes that were made before the call. Creates no file. */
  load(): Promise<LoadedContext>;
  /** Calls the listener with each change of the context of the session. Returns the function that unsubscribes. */
  subscribe(listener: (change: ContextChange) => void): () => void;
  /** Adds an entry to MEMORY.md. Absent: the session is shared, or must not write. */
  readonly remember?: (entry: MemoryEntryInput) => Promise<MemoryEntry>;
  /** Adds an entry to today's note. Absent: the session must not write. */
  readonly note?: (note: DailyNoteInput) => Promise<WrittenNote>;
}

/** Whose context a session sees, and what it may write. */
export interface ContextHostOptions {
  /** Who sees what the session receives. No default: a shared session must not get the agent's memory by mistake. */
  readonly sessionType: SessionType;
  /** The id of the session. One that was shared cannot become a main one. Default: a new session for each call. */
  readonly session?: string | undefined;
  /** Whether it may write notes, and a main one MEMORY.md. Default true; false in a read-only workspace. */
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
