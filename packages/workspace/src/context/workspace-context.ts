import type {
  ContextState,
  DailyNoteInput,
  LoadedContext,
  LocalDates,
  MemoryEntry,
  MemoryEntryInput,
  SessionType,
  WrittenNote,
} from "@precept/agent-context";

/** A session and its type. There is no default: a shared session must not get the agent's memory by mistake. */
export interface SessionRequest<Type extends SessionType = SessionType> {
  readonly sessionType: Type;
  /** The id of the session. Default: a new one for each call. */
  readonly session?: string | undefined;
}

export interface WorkspaceContextOptions {
  /** Whether to write missing required files, or only use their default texts. Default `write`, read-only `memory`. */
  readonly create?: "write" | "memory" | undefined;
}

/** The agent context of a workspace. Nothing is read or created before the first call. */
export interface WorkspaceContext {
  /** The directory of the context files, absolute. */
  readonly dir: string;
  /** The IANA time zone of the daily notes. */
  readonly timeZone: string;
  /**
   * Loads the context of a session, with all changes that were made before the call.
   *
   * @throws PreceptError `SESSION_TYPE_CONFLICT` if the session was shared before and is now to be a main one;
   *   `OPTION_VALUE_INVALID`; `CONTEXT_CLOSED`; `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory.
   */
  load<Type extends SessionType>(request: SessionRequest<Type>, options?: WorkspaceContextOptions): Promise<LoadedContext<Type>>;
  /** The state of the context of a session type. `INITIAL` before its first use. */
  state(sessionType: SessionType): ContextState;
  /** Returns the dates of today and yesterday in the time zone of the context. */
  dates(): Promise<LocalDates>;
  /**
   * Reads the entries of MEMORY.md, for a main session.
   *
   * @throws PreceptError `MEMORY_REFUSED` for a shared session; `SESSION_TYPE_CONFLICT`; `CONTEXT_CLOSED`; as
   *   `readMemoryEntries` of `@precept/agent-context`.
   */
  readMemory(request: SessionRequest): Promise<readonly MemoryEntry[]>;
  /**
   * Appends an entry to MEMORY.md, for a main session.
   *
   * @throws PreceptError `WORKSPACE_READ_ONLY`; `MEMORY_REFUSED`; `SESSION_TYPE_CONFLICT`; `CONTEXT_CLOSED`; as
   *   `appendMemoryEntry` of `@precept/agent-context`.
   */
  appendMemory(entry: MemoryEntryInput, request: SessionRequest): Promise<MemoryEntry>;
  /**
   * Appends an entry to today's note. Sessions of both types may.
   *
   * @throws PreceptError `WORKSPACE_READ_ONLY`; `CONTEXT_CLOSED`; as `appendDailyNote` of `@precept/agent-context`.
   */
  appendDailyNote(note: DailyNoteInput): Promise<WrittenNote>;
}
