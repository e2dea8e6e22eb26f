import type { Peer } from "../../model/peer.ts";
import { reviewRulesyncFile, rulesync as codec } from "./codec.ts";
import { rulesyncSpec } from "./spec.ts";

/** rulesync writes the rules of `.rulesync/rules` to the files of each tool. */
export const rulesync: Peer = {
  id: "rulesync",
  title: "rulesync",
  aliases: [],
  formats: [
    {
      spec: rulesyncSpec,
      codec,
      locations: [{ dir: ".rulesync/rules", nested: true }],
    },
  ],
  configurations: ["rulesync.jsonc", "rulesync.local.jsonc"],
  describeConfiguration: async (text) => (await import("./configuration.ts")).describeConfiguration(text),
  others: {
    ".rulesync/commands": "commands",
    ".rulesync/subagents": "subagents",
    ".rulesync/skills": "skills",
    ".rulesync/checks": "checks",
    ".rulesync/mcp.jsonc": "MCP servers",
    ".rulesync/mcp.json": "MCP servers",
    ".rulesync/hooks.jsonc": "hooks",
    ".rulesync/hooks.json": "hooks",
    ".rulesync/permissions.jsonc": "permissions",
    ".rulesync/permissions.json": "permissions",
    ".rulesync/.aiignore": "ignore patterns",
    ".rulesyncignore": "ignore patterns",
  },
  review: reviewRulesyncFile,
};
