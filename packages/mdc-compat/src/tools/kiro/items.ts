import { commandFiles, ignoreFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { namedActions, permissionList } from "../../items/permission-maps.ts";
import { disabled, programWithoutDirectory, remoteKeys, toolLists } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({ shell: "shell", read: "read", edit: "write", fetch: "web" });

export const items: ToolItems = {
  formats: [
    commandFiles(".kiro/prompts/*.md", { source: "https://kiro.dev/docs/cli/chat/manage-prompts" }, []),
    subagentFiles(
      ".kiro/agents/*.md",
      { source: "https://kiro.dev/docs/chat/subagents" },
      subagentKeys(permissionList("kiro", "tools", "tools", toolNames)),
    ),
    serverFile(".kiro/settings/mcp.json", { variables: ["${NAME}"], source: "https://kiro.dev/docs/mcp/configuration" }, [
      ...programWithoutDirectory,
      ...remoteKeys(undefined),
      disabled,
      ...toolLists(undefined, "disabledTools"),
    ]),
    ignoreFile(".kiroignore", "https://kiro.dev/docs/editor/kiroignore"),
  ],
};
