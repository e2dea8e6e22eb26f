import { PreceptError } from "@precept/core";
import type { SessionType } from "@precept/agent-context";
import { sha256 } from "@precept/files";

/**
 * The maximum number of shared sessions that an open workspace remembers, about 10 MB. If there are more, it cannot tell whether a session was shared, and
 * refuses all main sessions with an id. Those without an id are new, and are not refused.
 */
const maxSharedSessions = 100_000;

/** Remembers which sessions are shared for as long as the workspace is open: forgetting one would give it the agent's memory. */
export class SessionTypes {
  /** Digests of their ids, which can be long. */
  readonly #shared = new Set<string>();
  readonly #max: number;
  #isFull = false;

  constructor(max: number = maxSharedSessions) {
    this.#max = max;
  }

  /**
   * Records the type of a session.
   *
   * @param session its id; undefined for a session of a single call.
   * @throws PreceptError `SESSION_TYPE_CONFLICT` if a shared session is to become a main one; `SESSION_TYPE_UNKNOWN` if that is unknown.
   */
  record(session: string | undefined, type: SessionType): void {
    if (session === undefined) return;
    const key = sha256(session);
    const isShared = this.#shared.has(key);
    if (type === "main") {
      if (isShared) throw new PreceptError("SESSION_TYPE_CONFLICT", { session });
      if (this.#isFull) throw new PreceptError("SESSION_TYPE_UNKNOWN", { session });
    } else if (!isShared) {
      if (this.#shared.size < this.#max) this.#shared.add(key);
      else this.#isFull = true;
    }
  }
}
