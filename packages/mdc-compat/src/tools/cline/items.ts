import { commandFiles, ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".clinerules/workflows/*.md", { source: "cline/cline docs/customization/workflows.mdx" }, []),
    ignoreFile(".clineignore", "cline/cline docs/customization/clineignore.mdx"),
  ],
  missing: {
    mcp: "Cline reads MCP servers only from the directory of the user.",
  },
};
