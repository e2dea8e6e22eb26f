import { commandFiles, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList } from "../../items/permission-maps.ts";
import { programKeys, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({ shell: "execute", read: "read", edit: "edit", search: "search", fetch: "web" });

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".github/prompts/*.prompt.md",
      { placeholders: { input: "${input:NAME}" }, source: "https://code.visualstudio.com/docs/agent-customization/prompt-files" },
      [text("description"), text("argumentHint", "argument-hint"), permissionList("copilot", "allowedTools", "tools", toolNames)],
    ),
    subagentFiles(
      ".github/agents/*.agent.md",
      { source: "https://code.visualstudio.com/docs/agent-customization/custom-agents" },
      subagentKeys(permissionList("copilot", "tools", "tools", toolNames)),
    ),
    serverFile(
      ".vscode/mcp.json",
      {
        at: ["servers"],
        variables: ["${env:NAME}"],
        source: "https://code.visualstudio.com/docs/agent-customization/mcp-servers",
      },
      [...programKeys, ...remoteKeys()],
    ),
  ],
  missing: {
    ignore: "Copilot has no ignore file in the project: content exclusion is a setting of the repository on GitHub.",
    permissions: "VS Code has its approvals in the settings of the editor, which Precept does not write.",
  },
};
