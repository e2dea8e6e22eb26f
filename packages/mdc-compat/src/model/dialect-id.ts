/** The ids of all dialects, in order of precedence: of two rules with the same name and scope, the one of the earlier dialect applies. */
export const dialectIds = [
  "precept",
  "dataagent",
  "goagent",
  "cursor",
  "agents",
  "amazonq",
  "antigravity",
  "augment",
  "claude",
  "cline",
  "codex",
  "continue",
  "copilot",
  "gemini",
  "junie",
  "kiro",
  "opencode",
  "roo",
  "trae",
  "windsurf",
  "zed",
] as const;

/** The id of a dialect, as in `precept export --to ID` and in `targets`. */
export type DialectId = (typeof dialectIds)[number];
