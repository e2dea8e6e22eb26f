import { hash, randomBytes } from "node:crypto";
import { sessionCookie } from "./cookies.ts";
import type { Principal } from "./principal.ts";

/** How long a session lasts, in milliseconds. */
const lifetimeMs = sessionCookie.maxAgeSeconds * 1000;
/** The most sessions that a server keeps. A new one ends the oldest. */
const maxSessions = 1000;
/** The number of random bytes of a session id. */
const idBytes = 32;

interface Session {
  /** It also ends with the session. */
  readonly principal: Principal;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  readonly end: AbortController;
  readonly kind: SessionKind;
}

/** How the user of a session logged in. */
export type SessionKind = "token" | "provider";

/**
 * The logins of browsers, which send the id of a session as a cookie. A session ends after 12 hours, with its token, or
 * when the user logs out. Sessions are in memory: they end when the server stops.
 */
export class ConsoleSessions {
  /** By the hash of the id, so that a copy of the memory contains no usable id. */
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Starts a session. @returns its id, 256 random bits. */
  start(principal: Principal, kind: SessionKind = "token"): string {
    this.#removeEnded();
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= maxSessions) this.#remove(oldest);
    const id = randomBytes(idBytes).toString("base64url");
    const end = new AbortController();
    // Open streams end with the session.
    const signals = [end.signal, AbortSignal.timeout(lifetimeMs), ...(principal.ended === undefined ? [] : [principal.ended])];
    const ending = { ...principal, ended: AbortSignal.any(signals) };
    this.#sessions.set(keyOf(id), { principal: ending, endsAt: this.#now() + lifetimeMs, end, kind });
    return id;
  }

  /** Returns who a session belongs to. Undefined if it is unknown or has ended. */
  find(id: string): Principal | undefined {
    const key = keyOf(id);
    const found = this.#sessions.get(key);
    if (found === undefined) return undefined;
    if (this.#isRunning(found)) return found.principal;
    this.#remove(key);
    return undefined;
  }

  /** Ends a session. Returns how its user logged in; undefined if it does not exist. */
  end(id: string): SessionKind | undefined {
    return this.#remove(keyOf(id));
  }

  #remove(key: string): SessionKind | undefined {
    const found = this.#sessions.get(key);
    found?.end.abort();
    this.#sessions.delete(key);
    return found?.kind;
  }

  #isRunning({ principal, endsAt }: Session): boolean {
    return endsAt > this.#now() && principal.ended?.aborted !== true;
  }

  #removeEnded(): void {
    for (const [key, session] of this.#sessions) if (!this.#isRunning(session)) this.#remove(key);
  }
}

function keyOf(id: string): string {
  return hash("sha256", id);
}
