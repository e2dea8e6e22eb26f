import type {
  ContextChange,
  DailyNoteInput,
  LoadedContext,
  MemoryEntry,
  MemoryEntryInput,
  SessionType,
  WrittenNote,
} from "@precept/agent-context";

/**
 * The agent context that an MCP session sees. The type of the session is fixed: a shared one has no `remember`, and its context has no memory. Create one
 * with `contextHostOf`, or implement it.
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
