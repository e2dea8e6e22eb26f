/** The keys of the context that agent hosts, git and Precept supply to `context_filter`. Callers can add any other. */
export const contextKeys = [
  "subject",
  "event",
  "tool",
  "agent_type",
  "task_status",
  "permission_mode",
  "host",
  "session",
  "branch",
  "default_branch",
  "remote",
  "ci",
  "user",
  "role",
] as const;
