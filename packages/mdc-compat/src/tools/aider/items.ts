import { ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [ignoreFile(".aiderignore", "https://aider.chat/docs/config/options.html")],
  missing: {
    mcp: "Aider has no MCP servers.",
  },
};
