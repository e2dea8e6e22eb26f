import { ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [ignoreFile(".gooseignore", "aaif-goose/goose documentation/docs/guides/using-gooseignore.md")],
};
