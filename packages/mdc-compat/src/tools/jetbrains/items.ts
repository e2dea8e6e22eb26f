import { ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [ignoreFile(".aiignore", "https://www.jetbrains.com/help/ai-assistant/disable-ai-assistant.html")],
};
