import {
  claudePlaceholders,
  commandFiles,
  ignoreFile,
  permissionFile,
  serverFile,
  subagentFiles,
} from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { patternTables } from "../../items/permission-maps.ts";
import { listedProgram } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".kilo/commands/*.md",
      { placeholders: claudePlaceholders, source: "https://kilo.ai/docs/customize/workflows" },
      [text("description"), text("model")],
    ),
    subagentFiles(
      ".kilo/agents/*.md",
      { constant: { mode: "subagent" }, source: "https://kilo.ai/docs/customize/custom-modes" },
      [text("description"), text("model")],
    ),
    serverFile(
      "kilo.json",
      { at: ["mcp"], variables: ["{env:NAME}"], source: "https://kilo.ai/docs/automate/mcp/using-in-kilo-code" },
      listedProgram,
    ),
    ignoreFile(".kilocodeignore", "https://kilo.ai/docs/customize/context/kilocodeignore"),
    permissionFile(
      "kilo.json",
      { at: ["permission"], source: "https://kilo.ai/docs/getting-started/settings/auto-approving-actions" },
      patternTables({ shell: "bash", read: "read", edit: "edit", fetch: "webfetch" }),
    ),
  ],
};
