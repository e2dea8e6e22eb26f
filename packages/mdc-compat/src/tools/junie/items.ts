import { commandFiles, ignoreFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { namedActions, permissionList } from "../../items/permission-maps.ts";
import { programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({});

export const items: ToolItems = {
  formats: [
    commandFiles(".junie/commands/*.md", { source: "https://junie.jetbrains.com/docs/custom-slash-commands.html" }),
    subagentFiles(
      ".junie/agents/*.md",
      { source: "https://junie.jetbrains.com/docs/junie-cli-subagents.html" },
      subagentKeys(permissionList("junie", "tools", "tools", toolNames)),
    ),
    serverFile(".junie/mcp/mcp.json", { source: "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html" }, [
      ...programWithoutDirectory,
      ...remoteKeys(undefined),
    ]),
    ignoreFile(".aiignore", "https://www.jetbrains.com/help/junie/aiignore.html"),
  ],
};
