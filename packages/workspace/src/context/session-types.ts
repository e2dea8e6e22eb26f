import { PreceptError } from "@precept/core";
import type { SessionType } from "@precept/agent-context";

/** Remembers which sessions are shared for as long as the workspace is open: forgetting one would give it the agent's memory. */
export class SessionTypes {
  readonly #shared = new Set<string>();

  /**
   * Records the type of a session.
   *
   * @param session its id; undefined for a session of a single call.
   * @throws PreceptError `SESSION_TYPE_CONFLICT` if a shared session is to become a main one.
   */
  record(session: string | undefined, type: SessionType): void {
    if (session === undefined) return;
    if (type === "shared") this.#shared.add(session);
    else if (this.#shared.has(session)) throw new PreceptError("SESSION_TYPE_CONFLICT", { session });
  }
}
