import { PreceptError } from "@precept/core";
import type { SessionType } from "@precept/agent-context";
import { sha256 } from "@precept/files";

/** The maximum number of shared sessions to remember, about 10 MB. Beyond it, main sessions with an id are refused. */
const maxSharedSessions = 100_000;

/** Remembers shared sessions until the workspace is closed: a forgotten one would get the agent's memory. */
export class SessionTypes {
  /** Digests of their ids, which can be long. */
  readonly #shared = new Set<string>();
  readonly #max: number;
  #isFull = false;

  constructor(max: number = maxSharedSessions) {
    this.#max = max;
  }

  /**
   * Records the type of a session; undefined stands for a session of a single call.
   *
   * @throws PreceptError `SESSION_TYPE_CONFLICT` if a shared session is to become a main one; `SESSION_TYPE_UNKNOWN` if
   *   that is unknown.
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
