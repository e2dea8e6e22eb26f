import { definePlugin } from "./define-plugin.ts";
import type { Peer } from "../../model/peer.ts";

/** https://cursor.com/docs/reference/plugins */
export const cursorPlugin: Peer = definePlugin({
  id: "cursor-plugin",
  title: "Cursor plugins",
  tool: "cursor",
  dir: ".cursor-plugin",
  hasRules: true,
  others: { commands: "commands", agents: "subagents", "hooks/hooks.json": "hooks", "mcp.json": "MCP servers" },
});

/** https://code.claude.com/docs/en/plugins-reference */
export const claudePlugin: Peer = definePlugin({
  id: "claude-plugin",
  title: "Claude Code plugins",
  tool: "claude",
  dir: ".claude-plugin",
  hasRules: false,
  others: { commands: "commands", agents: "subagents", "hooks/hooks.json": "hooks", ".mcp.json": "MCP servers" },
});
