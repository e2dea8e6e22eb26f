import { claudePlaceholders, commandFiles, permissionFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { list, text } from "../../items/field-maps.ts";
import { namedActions, permissionLists } from "../../items/permission-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".codebuddy/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://www.codebuddy.ai/docs/cli/slash-commands" },
      [
        text("description"),
        text("argumentHint", "argument-hint"),
        list("allowedTools", "allowed-tools", "commas"),
        text("model"),
      ],
    ),
    subagentFiles(
      ".codebuddy/agents/*.md",
      { nested: true, source: "https://www.codebuddy.ai/docs/cli/sub-agents" },
      subagentKeys("commas"),
    ),
    permissionFile(
      ".codebuddy/settings.json",
      { at: ["permissions"], source: "https://www.codebuddy.ai/docs/cli/iam" },
      permissionLists(
        "codebuddy",
        { allow: "allow", ask: "ask", deny: "deny" },
        namedActions({ shell: "Bash", read: "Read", edit: "Edit", fetch: "WebFetch" }),
      ),
    ),
  ],
};
