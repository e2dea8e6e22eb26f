import { commandFiles, ignoreFile, serverFile, subagentFiles } from "../../items/define-items.ts";
import { list, text } from "../../items/field-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".augment/commands/*.md",
      { nested: true, placeholders: { all: "$ARGUMENTS" }, source: "https://docs.augmentcode.com/cli/custom-commands" },
      [text("description"), text("argumentHint", "argument-hint"), text("model")],
    ),
    subagentFiles(".augment/agents/*.md", { source: "https://docs.augmentcode.com/cli/subagents" }, [
      text("description"),
      list("tools"),
      text("model"),
    ]),
    serverFile(".augment/settings.json", { variables: ["${NAME}"], source: "https://docs.augmentcode.com/cli/integrations" }),
    ignoreFile(".augmentignore", "https://docs.augmentcode.com/cli/setup-auggie/augmentignore"),
  ],
};
