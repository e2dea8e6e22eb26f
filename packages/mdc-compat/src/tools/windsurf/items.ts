import { commandFiles, ignoreFile, serverFile } from "../../items/define-items.ts";
import { disabled, programWithoutDirectory, remoteKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(".windsurf/workflows/*.md", { source: "https://docs.windsurf.com/windsurf/cascade/workflows" }),
    serverFile(".devin/mcp_config.json", { variables: ["${env:NAME}"], source: "https://docs.devin.ai/desktop/cascade/mcp" }, [
      ...programWithoutDirectory,
      ...remoteKeys(undefined),
      disabled,
    ]),
    ignoreFile(".codeiumignore", "https://docs.windsurf.com/context-awareness/windsurf-ignore"),
  ],
};
