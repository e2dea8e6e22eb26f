/** The most splits of one name. A longer name is not split at its later underscores. */
const maxSplits = 16;

/**
 * Returns the names that a tool can have as `mcp__server__tool`. Some agents do not say where the name of the server
 * ends (`mcp_aws_call_api`), or which server it is (`MCP:call_api`), or that it is a tool of a server (`aws_call_api`).
 * `readToolName` names such tools `mcp__aws_call_api`.
 */
export function possibleToolNames(tool: string): readonly string[] {
  const rest = /^mcp__((?:(?!__).)+)$/s.exec(tool)?.[1];
  if (rest === undefined) return [tool];
  const splits = [...rest.matchAll(/_/g)]
    .slice(0, maxSplits)
    .map(({ index }) => `mcp__${rest.slice(0, index)}__${rest.slice(index + 1)}`);
  return [tool, rest, `mcp__unknown__${rest}`, ...splits];
}
