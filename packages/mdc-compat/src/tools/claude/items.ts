import {
  claudePlaceholders,
  commandFiles,
  permissionFile,
  serverFile,
  subagentFiles,
  subagentKeys,
} from "../../items/define-items.ts";
import { list, text } from "../../items/field-maps.ts";
import { namedActions, permissionLists } from "../../items/permission-maps.ts";
import { programKeys, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".claude/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://code.claude.com/docs/en/slash-commands" },
      [
        text("description"),
        text("argumentHint", "argument-hint"),
        list("allowedTools", "allowed-tools", "commas"),
        text("model"),
      ],
    ),
    subagentFiles(
      ".claude/agents/*.md",
      { nested: true, source: "https://code.claude.com/docs/en/sub-agents" },
      subagentKeys("commas"),
    ),
    serverFile(".mcp.json", { variables: ["${NAME}", "${NAME:-default}"], source: "https://code.claude.com/docs/en/mcp" }, [
      ...programKeys.filter(({ keys }) => !keys.includes("cwd")),
      ...remoteKeys(),
    ]),
    permissionFile(
      ".claude/settings.json",
      { at: ["permissions"], source: "https://code.claude.com/docs/en/permissions" },
      permissionLists(
        "claude",
        { allow: "allow", ask: "ask", deny: "deny" },
        namedActions({ shell: "Bash", read: "Read", edit: "Edit", fetch: "WebFetch" }),
      ),
    ),
  ],
  missing: {
    ignore: "Claude Code has no ignore file: it denies reads in its permissions.",
  },
};
