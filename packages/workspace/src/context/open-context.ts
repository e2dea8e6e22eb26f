import type {
  AgentContextSource,
  ContextChange,
  ContextState,
  DailyNoteInput,
  LoadedContext,
  LocalDates,
  MemoryEntry,
  MemoryEntryInput,
  SessionType,
  WrittenNote,
} from "@precept/agent-context";
import { PreceptError, type Diagnostic } from "@precept/core";
import { reportWatchFailure } from "@precept/files";
import { SessionTypes } from "./session-types.ts";
import type { ContextSettings } from "../context-settings.ts";
import type { SessionRequest, WorkspaceContext, WorkspaceContextOptions } from "./workspace-context.ts";

type Create = NonNullable<WorkspaceContextOptions["create"]>;

export interface ContextPorts {
  readonly settings: () => ContextSettings;
  readonly isReadOnly: boolean;
  readonly watch: boolean;
  readonly now: (() => Date) | undefined;
  readonly isPrivate: (path: string) => Promise<boolean>;
  readonly publish: (change: ContextChange) => void;
  readonly onListenerError: ((error: unknown) => void) | undefined;
}

interface OpenSource {
  readonly key: string;
  readonly source: AgentContextSource;
  readonly create: Create;
}

/** Loaded on first use: most commands need no agent context. */
const loadPackage = () => import("@precept/agent-context");

/** The agent context of an open workspace, with a source per session type. */
export class OpenContext implements WorkspaceContext, AsyncDisposable {
  readonly #ports: ContextPorts;
  readonly #sessions = new SessionTypes();
  readonly #sources = new Map<string, Promise<OpenSource>>();
  /** The sources that are open, for `state`. */
  readonly #open = new Map<string, AgentContextSource>();
  /**
   * The name of the first source of each session type, which alone publishes changes: the others see the same files.
   */
  readonly #publishing = new Map<SessionType, string>();
  #watchFailure: unknown;
  #isClosed = false;

  constructor(ports: ContextPorts) {
    this.#ports = ports;
  }

  get dir(): string {
    return this.#ports.settings().dir;
  }

  get timeZone(): string {
    return this.#ports.settings().timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  get diagnostics(): readonly Diagnostic[] {
    return reportWatchFailure(this.#watchFailure);
  }

  async load<Type extends SessionType>(
    { sessionType, session }: SessionRequest<Type>,
    { create = "write" }: WorkspaceContextOptions = {},
  ): Promise<LoadedContext<Type>> {
    const { checkSession, createAgentContext } = await loadPackage();
    checkSession(sessionType, session);
    this.#sessions.record(session, sessionType);
    const source = await this.#sourceOf(sessionType, this.#ports.isReadOnly ? "memory" : create);
    const { context, files } = (await source.reload()) as LoadedContext<Type>;
    const createdAt = (this.#ports.now?.() ?? new Date()).toISOString();
    return { context: createAgentContext({ ...context, sessionId: session ?? crypto.randomUUID(), createdAt }), files };
  }

  state(sessionType: SessionType): ContextState {
    return this.#open.get(this.#publishing.get(sessionType) ?? "")?.state ?? "INITIAL";
  }

  async dates(): Promise<LocalDates> {
    const { localDates } = await loadPackage();
    const { now = () => new Date(), settings } = this.#ports;
    return localDates({ now: now(), timeZone: settings().timeZone });
  }

  async readMemory(request: SessionRequest): Promise<readonly MemoryEntry[]> {
    this.#assertMain(request);
    const { readMemoryEntries } = await loadPackage();
    return readMemoryEntries(this.dir);
  }

  async appendMemory(entry: MemoryEntryInput, request: SessionRequest): Promise<MemoryEntry> {
    this.#assertMain(request);
    this.#assertWritable();
    const { appendMemoryEntry } = await loadPackage();
    return appendMemoryEntry(this.dir, entry, this.#clock);
  }

  async appendDailyNote(note: DailyNoteInput): Promise<WrittenNote> {
    this.#assertWritable();
    const { appendDailyNote } = await loadPackage();
    return appendDailyNote(this.dir, note, { ...this.#clock, timeZone: this.#ports.settings().timeZone });
  }

  /** Opens sources again whose settings have changed. */
  async refresh(): Promise<void> {
    for (const opened of await Promise.allSettled(this.#sources.values())) {
      // The next load opens a source again that could not be opened.
      if (opened.status === "rejected") continue;
      const { key, source, create } = opened.value;
      if (key === this.#key) continue;
      const reopened = await this.#sourceOf(source.sessionType, create);
      // Watches the files of the new settings.
      if (this.#ports.watch) await reopened.load();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const opened of await Promise.allSettled(this.#sources.values())) {
      if (opened.status === "fulfilled") await opened.value.source[Symbol.asyncDispose]();
    }
    this.#sources.clear();
    this.#open.clear();
  }

  get #key(): string {
    return JSON.stringify(this.#ports.settings());
  }

  get #clock(): { now?: () => Date } {
    const { now } = this.#ports;
    return now === undefined ? {} : { now };
  }

  async #sourceOf(sessionType: SessionType, create: Create): Promise<AgentContextSource> {
    this.#assertOpen();
    const name = nameOf(sessionType, create);
    // The settings that failed may have been corrected.
    const current = await this.#sources.get(name)?.catch(() => undefined);
    if (current?.key === this.#key) return current.source;
    const opening = this.#openSource(sessionType, create);
    this.#sources.set(name, opening);
    await current?.source[Symbol.asyncDispose]();
    return (await opening).source;
  }

  async #openSource(sessionType: SessionType, create: Create): Promise<OpenSource> {
    const key = this.#key;
    const { openAgentContext } = await loadPackage();
    const { settings, watch, isPrivate, publish, onListenerError } = this.#ports;
    const { dir, ...limits } = settings();
    const source = openAgentContext(dir, {
      ...limits,
      ...this.#clock,
      ...(onListenerError !== undefined && { onListenerError }),
      sessionType,
      create,
      isPrivate,
      watch,
      onWatchError: (error) => {
        this.#watchFailure = error;
      },
    });
    const name = nameOf(sessionType, create);
    if (!this.#publishing.has(sessionType)) this.#publishing.set(sessionType, name);
    if (this.#publishing.get(sessionType) === name) source.subscribe(publish);
    this.#open.set(name, source);
    return { key, source, create };
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new PreceptError("CONTEXT_CLOSED", {});
  }

  #assertMain({ sessionType, session }: SessionRequest): void {
    this.#assertOpen();
    this.#sessions.record(session, sessionType);
    if (sessionType !== "main") throw new PreceptError("MEMORY_REFUSED", { session });
  }

  #assertWritable(): void {
    this.#assertOpen();
    if (this.#ports.isReadOnly) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  }
}

function nameOf(sessionType: SessionType, create: Create): string {
  return `${sessionType} ${create}`;
}
