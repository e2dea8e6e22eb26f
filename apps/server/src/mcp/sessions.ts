import type { PriorityQueue } from "@precept/mcp";
import type { Logger } from "pino";
import type { Projects } from "../projects/projects.ts";
import { createSessionId, isSessionId, sessionNameOf, type SessionOwner } from "./session-id.ts";

/** Limits of the sessions of MCP clients that speak the older protocol. */
const mcpSessionDefaults = {
  /** The number of sessions of all clients. Beyond it, the one that was not used for the longest time ends. */
  maxSessions: 10_000,
  /** The number of sessions of one client in a project. Beyond it, its least recently used one ends. */
  maxSessionsPerClient: 1_000,
  /** How long a session without requests and without a stream lasts, in milliseconds. */
  idleMs: 1_800_000,
};

export type McpSessionLimits = Readonly<Partial<typeof mcpSessionDefaults>>;

/** What is remembered about a client of the older protocol. Each request is answered with the rights that it has. */
export interface McpSession extends SessionOwner {
  /** The secret in the header `Mcp-Session-Id`. */
  readonly id: string;
  /** The name of the session in rules and soft hooks, which others may see. */
  readonly name: string;
  /** The URIs of the resources that the client watches. */
  readonly watched: Set<string>;
  /** The violations that the session caused. Created on first use. */
  violations?: PriorityQueue;
  /** Whether rules were added for the session. */
  hasRules?: boolean;
  /** Ends the open stream of the session. */
  stream?: AbortController | undefined;
}

interface Used {
  readonly session: McpSession;
  usedAt: number;
}

/** How many ended sessions are remembered. */
const maxEnded = 10_000;

/**
 * The sessions of a server. A session is only found by the client that it was created for. One that another server has
 * created, or this one before a restart, begins here with its first request, so that any server can answer a client.
 */
export class McpSessions {
  readonly #limits: Required<McpSessionLimits>;
  readonly #onEnd: (session: McpSession) => void;
  /** By id, least recently used first. */
  readonly #sessions = new Map<string, Used>();
  /** The ids of ended sessions, which do not begin again. The oldest first. */
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param onEnd called with each session that has ended. */
  constructor(limits: McpSessionLimits, onEnd: (session: McpSession) => void) {
    this.#limits = { ...mcpSessionDefaults, ...limits };
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#sessions.size;
  }

  create(owner: SessionOwner): McpSession {
    return this.#begin(createSessionId(owner), owner);
  }

  #begin(id: string, owner: SessionOwner): McpSession {
    const { maxSessions, maxSessionsPerClient } = this.#limits;
    this.#endBeyond(maxSessionsPerClient - 1, (other) => isOwnedBy(other, owner));
    this.#endBeyond(maxSessions - 1, () => true);
    const session = { ...owner, id, name: sessionNameOf(id, owner), watched: new Set<string>() };
    this.#sessions.set(id, { session, usedAt: performance.now() });
    this.#timer ??= setInterval(() => this.#endIdle(), this.#limits.idleMs / 4).unref();
    return session;
  }

  /** Returns the session of a client. Undefined if it has ended, or if the id was made for another client. */
  find(id: string, owner: SessionOwner): McpSession | undefined {
    if (!isSessionId(id, owner) || this.#ended.has(id)) return undefined;
    const used = this.#sessions.get(id);
    if (used === undefined) return this.#begin(id, owner);
    this.#touch(used);
    return used.session;
  }

  /** Makes a stream the only one of a session, until it has closed. */
  attach(session: McpSession, stream: AbortController, closed: Promise<void>): void {
    session.stream?.abort("the client opened another stream");
    session.stream = stream;
    void closed.then(() => this.#detach(session, stream));
  }

  end(session: McpSession): void {
    if (!this.#sessions.delete(session.id)) return;
    this.#ended.add(session.id);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= maxEnded) break;
      this.#ended.delete(oldest);
    }
    session.stream?.abort("the session has ended");
    this.#onEnd(session);
    if (this.#sessions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    for (const { session } of this.#sessions.values()) this.end(session);
  }

  #detach(session: McpSession, stream: AbortController): void {
    if (session.stream === stream) session.stream = undefined;
    const used = this.#sessions.get(session.id);
    if (used !== undefined) this.#touch(used);
  }

  #touch(used: Used): void {
    used.usedAt = performance.now();
    this.#sessions.delete(used.session.id);
    this.#sessions.set(used.session.id, used);
  }

  #endIdle(): void {
    const before = performance.now() - this.#limits.idleMs;
    for (const { session, usedAt } of this.#sessions.values()) {
      if (usedAt > before) return;
      if (session.stream === undefined) this.end(session);
    }
  }

  /** Ends the least recently used matching sessions beyond `max`, first those without a stream. */
  #endBeyond(max: number, matches: (session: McpSession) => boolean): void {
    if (this.#sessions.size <= max) return;
    const matching = [...this.#sessions.values()].map(({ session }) => session).filter(matches);
    const ordered = matching.toSorted((left, right) => Number(left.stream !== undefined) - Number(right.stream !== undefined));
    for (const session of ordered.slice(0, Math.max(0, matching.length - max))) this.end(session);
  }
}

function isOwnedBy(session: SessionOwner, { project, client }: SessionOwner): boolean {
  return session.project === project && session.client === client;
}

/** Returns a function that deletes the rules of an ended session, unless its project was closed: they are gone then. */
export function deletesSessionRules(projects: Projects, log: Logger): (session: McpSession) => void {
  return ({ hasRules, name, project: id }) => {
    const open = projects.states().find((state) => state.id === id)?.project;
    if (hasRules !== true || open === undefined) return;
    import("@precept/mcp")
      .then(({ deleteSessionRules }) => deleteSessionRules(open.workspace, name))
      .catch((error: unknown) => log.error({ project: id, err: error }, "rules of a session not deleted"));
  };
}
