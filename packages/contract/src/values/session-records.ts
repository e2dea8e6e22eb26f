/** The ways by which rules reach an agent. */
export const channels = ["hook", "mcp", "middleware", "rest", "grpc", "cli"] as const;

export type Channel = (typeof channels)[number];

/** What an agent was about to do when rules were delivered to it. `call`: a call of the model; `request`: it asked for rules. */
export const deliveryEvents = ["start", "resume", "compaction", "subagent", "prompt", "file", "call", "request"] as const;

export type DeliveryEvent = (typeof deliveryEvents)[number];

/**
 * What happens to a session itself. `fork`: it continues a copy of another session. `unguarded`: a tool's result arrived without the hook
 * before the tool, so that no policy could stop it.
 */
export const sessionTurns = [
  "start",
  "resume",
  "fork",
  "compaction",
  "subagentStart",
  "subagentStop",
  "end",
  "unguarded",
] as const;

export type SessionTurn = (typeof sessionTurns)[number];

/** What an agent does apart from reading and changing files. `answer`: it answers its user, or a subagent the main agent. */
export const sessionActions = ["command", "answer"] as const;

export type SessionActionKind = (typeof sessionActions)[number];
