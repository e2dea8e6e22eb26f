import { claudePlaceholders, commandFiles, ignoreFile, permissionFile, serverFile } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { deniedTools, patternTables } from "../../items/permission-maps.ts";
import { listedProgram } from "../../items/server-maps.ts";
import type { ItemFormat, ToolItems } from "../../model/item.ts";

const inConfig = (path: string): readonly ItemFormat[] => [
  serverFile(
    path,
    { at: ["mcp"], variables: ["{env:NAME}"], source: "https://kilo.ai/docs/automate/mcp/using-in-kilo-code" },
    listedProgram,
  ),
  permissionFile(
    path,
    { at: ["permission"], source: "https://kilo.ai/docs/getting-started/settings/auto-approving-actions" },
    patternTables({ shell: "bash", read: "read", edit: "edit", fetch: "webfetch" }, ["fetch"]),
  ),
];

export const items: ToolItems = {
  formats: [
    commandFiles(".kilo/commands/*.md", {
      placeholders: claudePlaceholders,
      source: "https://kilo.ai/docs/customize/workflows",
    }),
    {
      kind: "subagent",
      path: ".kilo/agents/*.md",
      form: "markdown",
      constant: { mode: "subagent" },
      source: "https://kilo.ai/docs/customize/custom-modes",
      fields: [text("description"), deniedTools, text("content")],
    },
    ...inConfig("kilo.json"),
    ...inConfig("kilo.jsonc"),
    ignoreFile(".kilocodeignore", "https://kilo.ai/docs/customize/context/kilocodeignore"),
  ],
};
