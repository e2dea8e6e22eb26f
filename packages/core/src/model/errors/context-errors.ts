import { entry, type NoDetails } from "./entry.ts";

export const contextErrors = {
  CONTEXT_INVALID: entry<{ reasons: readonly string[] }>({
    title: "An agent context contains what its session type does not allow",
    message: ({ reasons }) => `The agent context is not valid: ${reasons.join("; ")}.`,
    hint: () => "Load the context with `loadAgentContext`, or correct the named fields.",
  }),
  CONTEXT_CLOSED: entry<NoDetails>({
    title: "The agent context was disposed of before the call",
    message: () => "The agent context is closed.",
    hint: () => "Keep the context open (`await using`) for as long as it is used.",
  }),
  SESSION_UNKNOWN: entry<{ session: string }>({
    title: "No recorded session has this id",
    message: ({ session }) => `Unknown session ${JSON.stringify(session)}.`,
    hint: () => "Run `precept sessions list` to see the sessions.",
  }),
  SESSION_AMBIGUOUS: entry<{ session: string; sessions: readonly string[] }>({
    title: "Several recorded sessions have ids with this prefix",
    message: ({ session, sessions }) => `${sessions.length} sessions have an id that begins with ${JSON.stringify(session)}.`,
    hint: ({ sessions }) => `Type more of the id: ${sessions.join(", ")}.`,
  }),
  SESSIONS_MISSING: entry<{ before: string | undefined }>({
    title: "No session of an agent was recorded",
    message: ({ before }) => (before === undefined ? "No session is recorded." : `No session had begun at ${before}.`),
    hint: () => "Sessions are recorded by the hooks of agents: see `precept install`. `precept sessions list` shows them.",
  }),
  SESSION_TYPE_CONFLICT: entry<{ session: string }>({
    title: "A session that was booted as shared is booted as main",
    message: ({ session }) => `The session ${JSON.stringify(session)} is shared and cannot become a main session.`,
    hint: () => "Boot it as shared, or use a new session id for the main session.",
  }),
  SESSION_TYPE_UNKNOWN: entry<{ session: string }>({
    title: "There were too many shared sessions to tell whether a session is one of them",
    message: ({ session }) => `There were too many shared sessions to tell whether ${JSON.stringify(session)} was one of them.`,
    hint: () => "Boot the main session without an id, or open the workspace again.",
  }),
  MEMORY_REFUSED: entry<{ session: string | undefined }>({
    title: "A shared session asks for the agent's memory",
    message: ({ session }) =>
      `${session === undefined ? "A shared session" : `The shared session ${JSON.stringify(session)}`} has no access to MEMORY.md.`,
    hint: () => "Read and write the memory in a main session.",
  }),
  MEMORY_ENTRY_INVALID: entry<{ reasons: readonly string[] }>({
    title: "An entry for MEMORY.md or for a daily note has a field that is missing or out of range",
    message: ({ reasons }) => `The entry is not valid: ${reasons.join("; ")}.`,
    hint: () => "Correct the named fields.",
  }),
};
