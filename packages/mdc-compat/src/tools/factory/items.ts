import {
  commandFiles,
  serverFile,
  subagentFiles,
  subagentKeys,
} from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".factory/commands/*.md",
      { placeholders: { all: "$ARGUMENTS" }, source: "https://docs.factory.ai/cli/configuration/custom-slash-commands" },
      [text("description"), text("argumentHint", "argument-hint")],
    ),
    subagentFiles(".factory/droids/*.md", { source: "https://docs.factory.ai/cli/configuration/custom-droids" }, subagentKeys()),
    serverFile(".factory/mcp.json", { variables: ["${NAME}"], source: "https://docs.factory.ai/cli/configuration/mcp" }),
  ],
};
