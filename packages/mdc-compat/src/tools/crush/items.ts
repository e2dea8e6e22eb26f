import { ignoreFile, serverFile } from "../../items/define-items.ts";
import { disabled, programWithoutDirectory, remoteKeys, toolLists } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    serverFile("crush.json", { at: ["mcp"], variables: ["$NAME"], source: "charmbracelet/crush README.md" }, [
      ...programWithoutDirectory,
      ...remoteKeys("http", "stdio"),
      disabled,
      ...toolLists(undefined, "disabled_tools"),
    ]),
    ignoreFile(".crushignore", "charmbracelet/crush README.md"),
  ],
};
