/** The ways by which rules reach an agent. */
export const channels = ["hook", "mcp", "middleware", "rest", "cli"] as const;

export type Channel = (typeof channels)[number];

/** What an agent was about to do when rules were delivered to it. `call`: a call of the model; `request`: it asked for rules. */
export const deliveryEvents = ["start", "resume", "compaction", "subagent", "prompt", "file", "call", "request"] as const;

export type DeliveryEvent = (typeof deliveryEvents)[number];

/**
 * What happens to a session itself. `unguarded`: a tool's result arrived without the hook before the tool, so that no policy could
 * stop it.
 */
export const sessionTurns = ["start", "resume", "compaction", "subagentStart", "subagentStop", "end", "unguarded"] as const;

export type SessionTurn = (typeof sessionTurns)[number];
