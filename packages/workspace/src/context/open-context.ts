import type { AgentContextSource, ContextChange, LoadedContext, SessionType } from "@precept/agent-context";
import { PreceptError, withoutUndefined, type Diagnostic } from "@precept/core";
import { reportWatchFailure, type WatchBackend } from "@precept/files";
import type { ContextSettings } from "../options.ts";
import { SessionTypes } from "./session-types.ts";
import type { SessionRequest, WorkspaceContext, WorkspaceContextOptions } from "./workspace-context.ts";

type Create = NonNullable<WorkspaceContextOptions["create"]>;

export interface ContextPorts {
  readonly settings: () => ContextSettings;
  readonly isReadOnly: boolean;
  readonly watch: boolean;
  readonly watchBackend: () => WatchBackend;
  readonly now: (() => Date) | undefined;
  readonly isPrivate: (path: string) => Promise<boolean>;
  readonly publish: (change: ContextChange) => void;
  readonly onListenerError: ((error: unknown) => void) | undefined;
}

/** The context of a workspace with the members that only the workspace uses. */
export interface OpenContext extends WorkspaceContext, AsyncDisposable {
  /** Problems of watching the files. */
  readonly diagnostics: readonly Diagnostic[];
  /** Opens sources again whose settings have changed. */
  refresh(): Promise<void>;
}

interface OpenSource {
  /** The settings that the source was opened with. */
  readonly key: string;
  readonly source: AgentContextSource;
  readonly create: Create;
}

/** Loaded on first use: most commands need no agent context. */
const loadPackage = () => import("@precept/agent-context");

/** Opens the agent context of a workspace, with a source per session type. */
export function openContext({
  settings,
  isReadOnly,
  watch,
  watchBackend,
  now,
  isPrivate,
  publish,
  onListenerError,
}: ContextPorts): OpenContext {
  const clock = withoutUndefined({ now });
  const sessions = new SessionTypes();
  const sources = new Map<string, Promise<OpenSource>>();
  /** The sources that are open, for `state`. */
  const open = new Map<string, AgentContextSource>();
  /** The first source of each session type, which alone publishes changes: the others see the same files. */
  const publishing = new Map<SessionType, string>();
  let watchFailure: unknown;
  let isClosed = false;

  const getKey = (): string => JSON.stringify([settings(), watchBackend()]);

  const assertOpen = (): void => {
    if (isClosed) throw new PreceptError("CONTEXT_CLOSED", {});
  };
  const assertMain = ({ sessionType, session }: SessionRequest): void => {
    assertOpen();
    sessions.record(session, sessionType);
    if (sessionType !== "main") throw new PreceptError("MEMORY_REFUSED", { session });
  };
  const assertWritable = (): void => {
    assertOpen();
    if (isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  };

  const openSource = async (sessionType: SessionType, create: Create): Promise<OpenSource> => {
    const key = getKey();
    const { openAgentContext } = await loadPackage();
    const { dir, hookSessions: _hookSessions, ...limits } = settings();
    const source = openAgentContext(dir, {
      ...limits,
      ...clock,
      ...withoutUndefined({ onListenerError }),
      sessionType,
      create,
      isPrivate,
      watch,
      watchBackend: watchBackend(),
      onWatchError: (error) => {
        watchFailure = error;
      },
    });
    const name = nameOf(sessionType, create);
    if (!publishing.has(sessionType)) publishing.set(sessionType, name);
    if (publishing.get(sessionType) === name) source.subscribe(publish);
    open.set(name, source);
    return { key, source, create };
  };
  /** Returns the open source of a session type, unless the settings have changed. */
  const getSource = async (sessionType: SessionType, create: Create): Promise<AgentContextSource> => {
    assertOpen();
    const name = nameOf(sessionType, create);
    // The settings that failed may have been corrected.
    const current = await sources.get(name)?.catch(() => undefined);
    if (current?.key === getKey()) return current.source;
    const opening = openSource(sessionType, create);
    sources.set(name, opening);
    await current?.source[Symbol.asyncDispose]();
    return (await opening).source;
  };

  return {
    get dir() {
      return settings().dir;
    },
    get timeZone() {
      return settings().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    get diagnostics() {
      return reportWatchFailure(watchFailure);
    },
    async load<Type extends SessionType>(
      { sessionType, session }: SessionRequest<Type>,
      { create = "write" }: WorkspaceContextOptions = {},
    ) {
      const { checkSession, createAgentContext } = await loadPackage();
      checkSession(sessionType, session);
      sessions.record(session, sessionType);
      const source = await getSource(sessionType, isReadOnly ? "memory" : create);
      const { context, files } = (await source.reload()) as LoadedContext<Type>;
      const createdAt = (now?.() ?? new Date()).toISOString();
      return { context: createAgentContext({ ...context, sessionId: session ?? crypto.randomUUID(), createdAt }), files };
    },
    state: (sessionType) => open.get(publishing.get(sessionType) ?? "")?.state ?? "INITIAL",
    async dates() {
      const { localDates } = await loadPackage();
      return localDates({ now: now?.() ?? new Date(), timeZone: settings().timeZone });
    },
    async readMemory(request) {
      assertMain(request);
      const { readMemoryEntries } = await loadPackage();
      return readMemoryEntries(settings().dir);
    },
    async appendMemory(entry, request) {
      assertMain(request);
      assertWritable();
      const { appendMemoryEntry } = await loadPackage();
      return appendMemoryEntry(settings().dir, entry, clock);
    },
    async appendDailyNote(note) {
      assertWritable();
      const { appendDailyNote } = await loadPackage();
      const { dir, timeZone } = settings();
      return appendDailyNote(dir, note, { ...clock, timeZone });
    },
    async refresh() {
      for (const opened of await Promise.allSettled(sources.values())) {
        // The next load opens a source again that could not be opened.
        if (opened.status === "rejected") continue;
        const { key, source, create } = opened.value;
        if (key === getKey()) continue;
        const reopened = await getSource(source.sessionType, create);
        // Watches the files of the new settings.
        if (watch) await reopened.load();
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const opened of await Promise.allSettled(sources.values())) {
        if (opened.status === "fulfilled") await opened.value.source[Symbol.asyncDispose]();
      }
      sources.clear();
      open.clear();
    },
  };
}

function nameOf(sessionType: SessionType, create: Create): string {
  return `${sessionType} ${create}`;
}
