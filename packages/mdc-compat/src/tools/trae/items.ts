import { serverFile } from "../../items/define-items.ts";
import { programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    serverFile(".trae/mcp.json", { source: "https://docs.trae.ai/ide/model-context-protocol" }, [
      ...programWithoutDirectory,
      ...remoteKeys(undefined),
    ]),
  ],
};
