import { hash, randomBytes } from "node:crypto";
import type { SharedState, StateRecords } from "@precept/core";
import { sessionCookie } from "./cookies.ts";
import type { Authenticator, Principal } from "./principal.ts";

/** How long a session lasts, in milliseconds. */
const lifetimeMs = sessionCookie.maxAgeSeconds * 1000;
/** The most sessions that a server keeps. A new one ends the oldest, unless servers share them. */
const maxSessions = 1000;
/** The number of random bytes of a session id. */
const idBytes = 32;
/** How often a server looks which of its sessions have ended at another one, in milliseconds. */
const checkMs = 1000;

interface Session extends StoredSession {
  /** It also ends with the session. */
  readonly principal: Principal;
  readonly end: AbortController;
}

/** A session as servers share it. */
interface StoredSession {
  /** Who it belongs to, without the signal. */
  readonly principal: Omit<Principal, "ended">;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  readonly kind: SessionKind;
}

/** How the user of a session logged in. */
export type SessionKind = "token" | "provider";

export interface ConsoleSessionsOptions {
  readonly now?: () => number;
  /** What servers share. Default: sessions are in memory, and end when the server stops. */
  readonly state?: SharedState | undefined;
  /** Knows the tokens with which users logged in at other servers. */
  readonly authenticator?: Authenticator | undefined;
}

/**
 * The logins of browsers, which send the id of a session as a cookie. A session ends after 12 hours, with its token, or when the user
 * logs out. Servers with common state share them: a session that ends at one of them ends at the others within a second.
 */
export class ConsoleSessions {
  /** By the hash of the id, so that a copy of the memory or of the shared state contains no usable id. */
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;
  readonly #records: StateRecords | undefined;
  readonly #authenticator: Authenticator | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ now = Date.now, state, authenticator }: ConsoleSessionsOptions = {}) {
    this.#now = now;
    this.#records = state?.records("console-sessions", "");
    this.#authenticator = authenticator;
  }

  /** Starts a session. @returns its id, 256 random bits. @throws PreceptError `STORE_FAILED` if it cannot be shared. */
  async start(principal: Principal, kind: SessionKind = "token"): Promise<string> {
    const id = randomBytes(idBytes).toString("base64url");
    const key = keyOf(id);
    const { ended: _, ...shared } = principal;
    const stored = { principal: shared, endsAt: this.#now() + lifetimeMs, kind };
    await this.#records?.update([key], () => ({
      entries: new Map([[key, { group: key, value: JSON.stringify(stored) }]]),
      result: undefined,
    }));
    this.#keep(key, stored, principal);
    return id;
  }

  /**
   * Returns who a session belongs to. Undefined if it is unknown or has ended.
   *
   * @throws PreceptError `STORE_FAILED` if another server may know it.
   */
  async find(id: string): Promise<Principal | undefined> {
    const key = keyOf(id);
    const found = this.#sessions.get(key) ?? (await this.#readShared(key));
    if (found === undefined) return undefined;
    if (this.#isRunning(found)) return found.principal;
    await this.end(id);
    return undefined;
  }

  /** Ends a session. Returns how its user logged in; undefined if it does not exist. @throws PreceptError `STORE_FAILED` */
  async end(id: string): Promise<SessionKind | undefined> {
    const key = keyOf(id);
    const kind = this.#remove(key);
    const shared = await this.#records?.update([key], (entries) => {
      const value = entries.get(key)?.value;
      return { entries: new Map(), result: value === undefined ? undefined : parse(value).kind };
    });
    return kind ?? shared;
  }

  /** Stops looking for sessions that ended at other servers. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** @param principal who the session belongs to, with the signal that ends it. */
  #keep(key: string, { endsAt, kind }: StoredSession, principal: Principal): Session {
    this.#removeEnded();
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= maxSessions) this.#remove(oldest);
    const end = new AbortController();
    // Open streams end with the session.
    const timeout = AbortSignal.timeout(Math.max(0, endsAt - this.#now()));
    const signals = [end.signal, timeout, ...(principal.ended === undefined ? [] : [principal.ended])];
    const session = { principal: { ...principal, ended: AbortSignal.any(signals) }, endsAt, end, kind };
    this.#sessions.set(key, session);
    if (this.#records !== undefined) this.#timer ??= setInterval(() => void this.#removeEndedElsewhere(), checkMs).unref();
    return session;
  }

  /** Finds a session that began at another server, or at this one before a restart. */
  async #readShared(key: string): Promise<Session | undefined> {
    const value = (await this.#records?.read([key]))?.get(key)?.value;
    if (value === undefined) return undefined;
    const stored = parse(value);
    const { tokenId } = stored.principal;
    // Its present rights, and the signal that ends it with the token.
    const ofToken = tokenId === undefined ? undefined : this.#authenticator?.principalOf?.(tokenId);
    const principal = stored.kind === "token" ? ofToken : stored.principal;
    return principal && (this.#sessions.get(key) ?? this.#keep(key, stored, principal));
  }

  /** If the records cannot be read, sessions continue. */
  async #removeEndedElsewhere(): Promise<void> {
    const keys = [...this.#sessions.keys()];
    if (keys.length === 0) return this.close();
    const stored = await this.#records?.read(keys).catch(() => undefined);
    if (stored === undefined) return;
    for (const key of keys) if (!stored.has(key)) this.#remove(key);
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

/** Only servers write sessions. */
function parse(value: string): StoredSession {
  return JSON.parse(value) as StoredSession;
}
