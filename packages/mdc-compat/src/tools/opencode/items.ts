import { claudePlaceholders, commandFiles, permissionFile, serverFile } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { deniedTools, patternTables } from "../../items/permission-maps.ts";
import { listedProgram } from "../../items/server-maps.ts";
import type { ItemFormat, ToolItems } from "../../model/item.ts";

const command = (dir: string): ItemFormat => {
  const row = { nested: true, placeholders: claudePlaceholders, source: "https://opencode.ai/docs/commands" };
  return commandFiles(`${dir}/*.md`, row);
};

/** The name is only in the path: other keys are options of the model. */
const agent = (dir: string): ItemFormat => ({
  kind: "subagent",
  path: `${dir}/*.md`,
  form: "markdown",
  nested: true,
  constant: { mode: "subagent" },
  source: "https://opencode.ai/docs/agents",
  fields: [text("description"), deniedTools, text("content")],
});

const inConfig = (path: string): readonly ItemFormat[] => [
  serverFile(path, { at: ["mcp"], variables: ["{env:NAME}"], source: "https://opencode.ai/docs/mcp-servers" }, listedProgram),
  permissionFile(
    path,
    { at: ["permission"], source: "https://opencode.ai/docs/permissions" },
    patternTables({ shell: "bash", read: "read", edit: "edit", fetch: "webfetch" }, ["fetch"]),
  ),
];

export const items: ToolItems = {
  formats: [
    command(".opencode/commands"),
    command(".opencode/command"),
    agent(".opencode/agents"),
    agent(".opencode/agent"),
    ...inConfig("opencode.json"),
    ...inConfig("opencode.jsonc"),
  ],
  missing: {
    ignore: "OpenCode has no ignore file of its own.",
  },
};
