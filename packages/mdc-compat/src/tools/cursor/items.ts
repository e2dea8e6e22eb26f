import { commandFiles, ignoreFile, permissionFile, serverFile, subagentFiles } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { cursorActions, permissionLists, readOnlySubagent } from "../../items/permission-maps.ts";
import { programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".cursor/commands/*.md", { source: "https://cursor.com/docs/agent/chat/commands" }, []),
    subagentFiles(".cursor/agents/*.md", { source: "https://cursor.com/docs/subagents" }, [
      text("description"),
      readOnlySubagent,
    ]),
    serverFile(".cursor/mcp.json", { variables: ["${env:NAME}"], source: "https://cursor.com/docs/mcp" }, [
      ...programWithoutDirectory,
      ...remoteKeys(),
    ]),
    ignoreFile(".cursorignore", "https://cursor.com/docs/context/ignore-files"),
    permissionFile(
      ".cursor/cli.json",
      { at: ["permissions"], source: "https://cursor.com/docs/cli/reference/permissions" },
      permissionLists("cursor", { allow: "allow", deny: "deny" }, cursorActions),
    ),
  ],
};
