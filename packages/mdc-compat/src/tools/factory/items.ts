import { commandFiles, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList } from "../../items/permission-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({
  shell: "Execute",
  read: "Read",
  edit: "Edit",
  write: "Create",
  search: "Grep",
  list: "Glob",
  fetch: "FetchUrl",
  websearch: "WebSearch",
});

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".factory/commands/*.md",
      { placeholders: { all: "$ARGUMENTS" }, source: "https://docs.factory.ai/cli/configuration/custom-slash-commands" },
      [text("description"), text("argumentHint", "argument-hint")],
    ),
    subagentFiles(
      ".factory/droids/*.md",
      { source: "https://docs.factory.ai/cli/configuration/custom-droids" },
      subagentKeys(permissionList("factory", "tools", "tools", toolNames)),
    ),
    serverFile(".factory/mcp.json", { variables: ["${NAME}"], source: "https://docs.factory.ai/cli/configuration/mcp" }),
  ],
};
