/**
 * Every tool that Precept knows, one row each: the name of its folder in `tools/`, which is its id too. The order is that of precedence: of two rules with
 * the same name and scope, the one of the earlier tool applies. After adding a row and its folder, run `pnpm generate`.
 */
export const dialectIds = [
  "precept",
  "dataagent",
  "goagent",
  "cursor",
  "agents",
  "aider",
  "amazonq",
  "amp",
  "antigravity",
  "augment",
  "claude",
  "cline",
  "codebuddy",
  "codex",
  "continue",
  "copilot",
  "crush",
  "factory",
  "firebase",
  "gemini",
  "goose",
  "jetbrains",
  "junie",
  "kilo",
  "kiro",
  "opencode",
  "openhands",
  "qwen",
  "replit",
  "roo",
  "tabnine",
  "trae",
  "warp",
  "windsurf",
  "zed",
  "skill",
] as const;

/** The id of a dialect, as in `precept export --to ID` and in `targets`. */
export type DialectId = (typeof dialectIds)[number];
