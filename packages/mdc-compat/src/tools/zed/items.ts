import { serverFile } from "../../items/define-items.ts";
import { list, record, text } from "../../items/field-maps.ts";
import { inheritedEnvironment } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    serverFile(".zed/settings.json", { at: ["context_servers"], source: "zed-industries/zed docs/src/ai/mcp.md" }, [
      text("command"),
      list("args"),
      inheritedEnvironment,
      text("url"),
      record("headers"),
    ]),
  ],
  missing: {
    command: "Zed has no commands in files.",
    subagent: "Zed has no subagents in files.",
  },
};
