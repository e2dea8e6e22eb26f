import { codexActions, permissionLists } from "../../items/permission-maps.ts";
import { serverFile } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { codexServer } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    {
      kind: "subagent",
      path: ".codex/agents/*.toml",
      form: "toml",
      nameKey: "name",
      fields: [text("description"), text("content", "developer_instructions")],
      source: "https://developers.openai.com/codex/subagents",
    },
    serverFile(
      ".codex/config.toml",
      { form: "toml", at: ["mcp_servers"], source: "https://developers.openai.com/codex/mcp" },
      codexServer,
    ),
    {
      kind: "permissions",
      path: ".codex/rules/precept.rules",
      form: "codexRules",
      fields: permissionLists("codex", { allow: "allow", ask: "prompt", deny: "forbidden" }, codexActions),
      source: "openai/codex codex-rs/execpolicy/README.md",
    },
  ],
  missing: {
    command: "Codex CLI reads prompts only from the directory of the user. Skills are read from projects.",
    ignore: "Codex CLI has no ignore file.",
  },
};
