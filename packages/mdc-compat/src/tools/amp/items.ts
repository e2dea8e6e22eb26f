import { serverFile } from "../../items/define-items.ts";
import { programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    serverFile(".amp/settings.json", { at: ["amp.mcpServers"], variables: ["${NAME}"], source: "https://ampcode.com/manual" }, [
      ...programWithoutDirectory,
      ...remoteKeys(undefined),
    ]),
  ],
  missing: {
    command: "Amp reads skills in place of commands.",
  },
};
