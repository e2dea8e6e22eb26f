/** The coding agents whose hooks Precept speaks. */
export const hostIds = [
  "claude-code",
  "cursor",
  "codex",
  "copilot-cli",
  "vscode",
  "gemini",
  "qwen",
  "windsurf",
  "cline",
  "opencode",
  "kiro",
  "droid",
  "goose",
  "amp",
  "augment",
  "openhands",
] as const;

/** A coding agent: see {@link hostIds}. */
export type HostId = (typeof hostIds)[number];
