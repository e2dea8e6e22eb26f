import { commandFiles, ignoreFile, serverFile } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { disabled, programKeys, remoteKeys, toolLists } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".roo/commands/*.md", { source: "https://roocodeinc.github.io/Roo-Code/features/slash-commands" }, [
      text("description"),
      text("argumentHint", "argument-hint"),
    ]),
    serverFile(
      ".roo/mcp.json",
      { variables: ["${env:NAME}"], source: "https://roocodeinc.github.io/Roo-Code/features/mcp/using-mcp-in-roo" },
      [...programKeys, ...remoteKeys("streamable-http"), disabled, ...toolLists(undefined, "disabledTools")],
    ),
    ignoreFile(".rooignore", "https://roocodeinc.github.io/Roo-Code/features/rooignore"),
  ],
  missing: {
    subagent: "Roo Code has modes in place of subagents.",
  },
};
