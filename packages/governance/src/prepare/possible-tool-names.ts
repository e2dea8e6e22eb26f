/** The maximum number of splits of one name. Later underscores are ignored. */
const maxSplits = 16;

/**
 * Returns the names that a tool can have as `mcp__server__tool`. Some agents do not show where the name of the server
 * ends (`mcp_aws_call_api`), which server it is (`MCP:call_api`), or that the tool belongs to a server
 * (`aws_call_api`). `readToolName` names such tools `mcp__aws_call_api`.
 */
export function possibleToolNames(tool: string): readonly string[] {
  const rest = /^mcp__((?:(?!__).)+)$/s.exec(tool)?.[1];
  if (rest === undefined) return [tool];
  const splits = [...rest.matchAll(/_/g)]
    .slice(0, maxSplits)
    .map(({ index }) => `mcp__${rest.slice(0, index)}__${rest.slice(index + 1)}`);
  return [tool, rest, `mcp__unknown__${rest}`, ...splits];
}
