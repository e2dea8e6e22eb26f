import { isRecord, type SharedState, type StateRecords } from "@precept/core";
import type { Logger } from "pino";
import type { McpSession } from "./sessions.ts";

const dayMs = 86_400_000;

/** How often the sessions with an open stream are read, in milliseconds: a client can watch another resource at any server. */
const streamIntervalMs = 1000;

/** What servers share about a session of an MCP client. */
interface StoredSession {
  /** The URIs of the resources that the client watches. */
  readonly watched: readonly string[];
  readonly hasEnded: boolean;
  /** The day of the last change or use, in days since 1970: records that do not change are removed. */
  readonly day: number;
}

export interface SharedSessionsOptions {
  readonly state: SharedState;
  /** Called with a session that another server has ended. */
  readonly onEnd: (session: McpSession) => void;
  readonly log: Logger;
}

/** The sessions of MCP clients, as far as servers share them: which resources their clients watch, and whether they have ended. */
export class SharedSessions {
  readonly #options: SharedSessionsOptions;
  readonly #streaming = new Set<McpSession>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SharedSessionsOptions) {
    this.#options = options;
  }

  /**
   * Brings what a session watches up to date, as far as the state can be read.
   *
   * @returns false if another server has ended the session.
   */
  async refresh(session: McpSession): Promise<boolean> {
    try {
      const { name } = session;
      const stored = parse((await this.#records(session).read([name])).get(name)?.value);
      if (stored !== undefined && !stored.hasEnded && stored.day !== today()) await this.#change(session, (watched) => watched);
      return this.#apply(session, stored);
    } catch (error) {
      // Rules can be served without it.
      this.#options.log.warn({ project: session.project, err: error }, "session of an MCP client not read");
      return true;
    }
  }

  /** Stores what a client watches, or no longer does. @param before what it watched. @throws PreceptError `STORE_FAILED` */
  async save(session: McpSession, before: ReadonlySet<string>): Promise<void> {
    const added = [...session.watched].filter((uri) => !before.has(uri));
    const removed = new Set([...before].filter((uri) => !session.watched.has(uri)));
    if (added.length + removed.size === 0) return;
    // Another server may have changed others in the meantime.
    await this.#change(session, (watched) => [...watched, ...added].filter((uri) => !removed.has(uri)));
  }

  /** Ends a session at all servers. @throws PreceptError `STORE_FAILED` */
  async end(session: McpSession): Promise<void> {
    await this.#change(session, () => undefined);
  }

  /** Keeps a session up to date until its stream is closed. */
  follow(session: McpSession, closed: Promise<void>): void {
    this.#streaming.add(session);
    this.#timer ??= setInterval(() => void this.#refreshStreaming(), streamIntervalMs).unref();
    void closed.then(() => this.#unfollow(session));
  }

  #unfollow(session: McpSession): void {
    this.#streaming.delete(session);
    if (this.#streaming.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #refreshStreaming(): Promise<void> {
    try {
      const byProject = Map.groupBy(this.#streaming, ({ project }) => project);
      for (const sessions of byProject.values()) {
        const [first] = sessions;
        const entries = first === undefined ? undefined : await this.#records(first).read(sessions.map(({ name }) => name));
        for (const session of sessions) {
          if (!this.#apply(session, parse(entries?.get(session.name)?.value))) this.#options.onEnd(session);
        }
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, "sessions of MCP clients not read");
    }
  }

  #apply({ watched }: McpSession, stored: StoredSession | undefined): boolean {
    if (stored === undefined) return true;
    if (stored.hasEnded) return false;
    const uris = new Set(stored.watched);
    for (const uri of watched) if (!uris.has(uri)) watched.delete(uri);
    for (const uri of uris) watched.add(uri);
    return true;
  }

  /** @param change returns what the client watches now. Undefined: the session has ended. */
  async #change(session: McpSession, change: (watched: readonly string[]) => readonly string[] | undefined): Promise<void> {
    const { name } = session;
    await this.#records(session).update([name], (entries) => {
      const stored = parse(entries.get(name)?.value);
      const watched = stored?.hasEnded === true ? undefined : change(stored?.watched ?? []);
      const value: StoredSession = { watched: [...new Set(watched)], hasEnded: watched === undefined, day: today() };
      return { entries: new Map([[name, { group: name, value: JSON.stringify(value) }]]), result: undefined };
    });
  }

  #records({ project }: McpSession): StateRecords {
    return this.#options.state.records("mcp-sessions", project);
  }
}

function today(): number {
  return Math.floor(Date.now() / dayMs);
}

function parse(text: string | undefined): StoredSession | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return isRecord(value) ? (value as unknown as StoredSession) : undefined;
}
