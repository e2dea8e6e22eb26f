import { claudePlaceholders, commandFiles, permissionFile, serverFile } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { deniedTools, patternTables } from "../../items/permission-maps.ts";
import { listedProgram } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".opencode/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://opencode.ai/docs/commands" },
      [text("description")],
    ),
    {
      kind: "subagent",
      path: ".opencode/agents/*.md",
      form: "markdown",
      nested: true,
      constant: { mode: "subagent" },
      source: "https://opencode.ai/docs/agents",
      fields: [text("description"), deniedTools, text("content")],
    },
    serverFile(
      "opencode.json",
      { at: ["mcp"], variables: ["{env:NAME}"], source: "https://opencode.ai/docs/mcp-servers" },
      listedProgram,
    ),
    permissionFile(
      "opencode.json",
      { at: ["permission"], source: "https://opencode.ai/docs/permissions" },
      patternTables({ shell: "bash", read: "read", edit: "edit", fetch: "webfetch" }, ["fetch"]),
    ),
  ],
  missing: {
    ignore: "OpenCode has no ignore file of its own.",
  },
};
