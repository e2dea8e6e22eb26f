import { claudePlaceholders, commandFiles, permissionFile, serverFile, subagentFiles } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { patternTables } from "../../items/permission-maps.ts";
import { listedProgram } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".opencode/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://opencode.ai/docs/commands" },
      [text("description"), text("model")],
    ),
    subagentFiles(
      ".opencode/agents/*.md",
      { nested: true, constant: { mode: "subagent" }, source: "https://opencode.ai/docs/agents" },
      [text("description"), text("model")],
    ),
    serverFile(
      "opencode.json",
      { at: ["mcp"], variables: ["{env:NAME}"], source: "https://opencode.ai/docs/mcp-servers" },
      listedProgram,
    ),
    permissionFile(
      "opencode.json",
      { at: ["permission"], source: "https://opencode.ai/docs/permissions" },
      patternTables({ shell: "bash", read: "read", edit: "edit", fetch: "webfetch" }),
    ),
  ],
  missing: {
    ignore: "OpenCode has no ignore file of its own.",
  },
};
