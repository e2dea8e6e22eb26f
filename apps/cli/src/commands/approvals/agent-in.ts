/**
 * Variables that coding agents set for the commands that they run. This only catches an agent that does not hide: it can clear its environment. See
 * docs/decisions/0042. Those of Claude Code (CLAUDECODE) and Gemini CLI (GEMINI_CLI) are documented; the others were read elsewhere and are unverified.
 */
const agentVariables = {
  CLAUDECODE: "Claude Code",
  GEMINI_CLI: "Gemini CLI",
  CURSOR_AGENT: "Cursor",
  CODEX_SANDBOX: "Codex",
  OPENCODE: "OpenCode",
} as const;

/** Returns the name of the coding agent that has started this process, if its environment says so. */
export function agentIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = Object.entries(agentVariables).find(([name]) => (env[name] ?? "") !== "");
  return found?.[1];
}
