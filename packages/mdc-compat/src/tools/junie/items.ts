import { commandFiles, ignoreFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { programKeys, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".junie/commands/*.md", { source: "https://junie.jetbrains.com/docs/custom-slash-commands.html" }),
    subagentFiles(".junie/agents/*.md", { source: "https://junie.jetbrains.com/docs/junie-cli-subagents.html" }, subagentKeys()),
    serverFile(".junie/mcp/mcp.json", { source: "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html" }, [
      ...programKeys.filter(({ keys }) => !keys.includes("cwd")),
      ...remoteKeys(undefined),
    ]),
    ignoreFile(".aiignore", "https://www.jetbrains.com/help/junie/aiignore.html"),
  ],
};
