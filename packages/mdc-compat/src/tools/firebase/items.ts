import { ignoreFile } from "../../items/define-items.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [ignoreFile(".aiexclude", "https://firebase.google.com/docs/studio/set-up-gemini")],
};
