import { commandFiles, ignoreFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList } from "../../items/permission-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({});

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".augment/commands/*.md",
      { nested: true, placeholders: { all: "$ARGUMENTS" }, source: "https://docs.augmentcode.com/cli/custom-commands" },
      [text("description"), text("argumentHint", "argument-hint")],
    ),
    subagentFiles(
      ".augment/agents/*.md",
      { source: "https://docs.augmentcode.com/cli/subagents" },
      subagentKeys(permissionList("augment", "tools", "tools", toolNames)),
    ),
    serverFile(".augment/settings.json", { variables: ["${NAME}"], source: "https://docs.augmentcode.com/cli/integrations" }),
    ignoreFile(".augmentignore", "https://docs.augmentcode.com/cli/setup-auggie/augmentignore"),
  ],
};
