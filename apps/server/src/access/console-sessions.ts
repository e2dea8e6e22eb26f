import { hash, randomBytes } from "node:crypto";
import type { Principal } from "./principal.ts";

/** How long a session lasts, in milliseconds. */
const lifetimeMs = 12 * 3_600_000;
/** The most sessions that a server keeps. A new one ends the oldest. */
const maxSessions = 1000;
/** The number of random bytes of a session id. */
const idBytes = 32;

interface Session {
  readonly principal: Principal;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

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
  start(principal: Principal): string {
    this.#removeEnded();
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= maxSessions) this.#sessions.delete(oldest);
    const id = randomBytes(idBytes).toString("base64url");
    this.#sessions.set(keyOf(id), { principal, endsAt: this.#now() + lifetimeMs });
    return id;
  }

  /** Returns who a session belongs to. Undefined if it is unknown or has ended. */
  find(id: string): Principal | undefined {
    const key = keyOf(id);
    const found = this.#sessions.get(key);
    if (found === undefined) return undefined;
    if (this.#isRunning(found)) return found.principal;
    this.#sessions.delete(key);
    return undefined;
  }

  /** Ends a session, if it exists. */
  end(id: string): void {
    this.#sessions.delete(keyOf(id));
  }

  #isRunning({ principal, endsAt }: Session): boolean {
    return endsAt > this.#now() && principal.ended?.aborted !== true;
  }

  #removeEnded(): void {
    for (const [key, session] of this.#sessions) if (!this.#isRunning(session)) this.#sessions.delete(key);
  }
}

function keyOf(id: string): string {
  return hash("sha256", id);
}

/** The attributes of a session cookie that do not depend on the session. */
const attributes = `Path=/; HttpOnly; SameSite=Strict`;

/** Returns the name of the session cookie. Cookies do not distinguish ports, so the name has the port. */
function cookieName(host: string): string {
  return `precept-session-${/:(\d+)$/.exec(host)?.[1] ?? "default"}`;
}

/**
 * Returns the id of the session in a `Cookie` header. Undefined if there are several: a page of another port or of a
 * subdomain has added one, and which is the user's is unknown.
 */
export function sessionIdIn(cookies: string | undefined, host: string): string | undefined {
  const prefix = `${cookieName(host)}=`;
  const found = cookies
    ?.split(";")
    .map((one) => one.trim())
    .filter((one) => one.startsWith(prefix));
  return found?.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

/** Returns the header that gives a browser the id of its session. @param isEncrypted whether the page was loaded with TLS. */
export function setCookie(host: string, id: string, isEncrypted: boolean): string {
  return `${cookieName(host)}=${id}; Max-Age=${lifetimeMs / 1000}; ${attributes}${isEncrypted ? "; Secure" : ""}`;
}

/** Returns the header that makes a browser forget its session. */
export function clearCookie(host: string): string {
  return `${cookieName(host)}=; Max-Age=0; ${attributes}`;
}
