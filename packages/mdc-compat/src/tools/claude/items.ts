import {
  claudePlaceholders,
  commandFiles,
  permissionFile,
  serverFile,
  subagentFiles,
  subagentKeys,
} from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList, permissionLists } from "../../items/permission-maps.ts";
import { programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({
  shell: "Bash",
  read: "Read",
  edit: "Edit",
  write: "Write",
  search: "Grep",
  list: "Glob",
  fetch: "WebFetch",
  websearch: "WebSearch",
});

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".claude/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://code.claude.com/docs/en/slash-commands" },
      [
        text("description"),
        text("argumentHint", "argument-hint"),
        permissionList("claude", "allowedTools", "allowed-tools", toolNames, "commas"),
      ],
    ),
    subagentFiles(
      ".claude/agents/*.md",
      { nested: true, source: "https://code.claude.com/docs/en/sub-agents" },
      subagentKeys(permissionList("claude", "tools", "tools", toolNames, "commas")),
    ),
    serverFile(".mcp.json", { variables: ["${NAME}", "${NAME:-default}"], source: "https://code.claude.com/docs/en/mcp" }, [
      ...programWithoutDirectory,
      ...remoteKeys(),
    ]),
    permissionFile(
      ".claude/settings.json",
      { at: ["permissions"], source: "https://code.claude.com/docs/en/permissions" },
      permissionLists("claude", { allow: "allow", ask: "ask", deny: "deny" }, toolNames),
    ),
  ],
  missing: {
    ignore: "Claude Code has no ignore file: it denies reads in its permissions.",
  },
};
