import { commandFiles } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [commandFiles(".agents/workflows/*.md", { source: "https://antigravity.google/docs/rules-workflows" })],
};
