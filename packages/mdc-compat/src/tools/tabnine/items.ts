import { ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [ignoreFile(".tabnineignore", "https://docs.tabnine.com/main/administering-tabnine/managing-your-team/tabnineignore")],
};
