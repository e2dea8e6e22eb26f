import { commandFiles, ignoreFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { disabled, programKeys, remoteKeys, toolLists } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".kiro/prompts/*.md", { source: "https://kiro.dev/docs/cli/chat/manage-prompts" }, []),
    subagentFiles(".kiro/agents/*.md", { source: "https://kiro.dev/docs/chat/subagents" }, subagentKeys()),
    serverFile(".kiro/settings/mcp.json", { variables: ["${NAME}"], source: "https://kiro.dev/docs/mcp/configuration" }, [
      ...programKeys.filter(({ keys }) => !keys.includes("cwd")),
      ...remoteKeys(undefined),
      disabled,
      ...toolLists(undefined, "disabledTools"),
    ]),
    ignoreFile(".kiroignore", "https://kiro.dev/docs/editor/kiroignore"),
  ],
};
