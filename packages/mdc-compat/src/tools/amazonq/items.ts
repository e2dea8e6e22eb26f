import { commandFiles, serverFile } from "../../items/define-items.ts";
import { disabled, programWithoutDirectory } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".amazonq/prompts/*.md", { source: "aws/amazon-q-developer-cli docs" }, []),
    serverFile(
      ".amazonq/mcp.json",
      { source: "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/command-line-mcp-config-CLI.html" },
      [...programWithoutDirectory, disabled],
    ),
  ],
};
