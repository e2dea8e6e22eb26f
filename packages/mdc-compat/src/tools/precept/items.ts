import { commandFiles, ignoreFile } from "../../items/define-items.ts";
import { flag, list, record, text } from "../../items/field-maps.ts";
import { nativePermissions } from "../../items/permission-maps.ts";
import { nativePlaceholders } from "../../items/placeholders.ts";
import { programKeys } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".precept/commands/*.md",
      { nested: true, placeholders: nativePlaceholders, source: "docs/decisions/0079-items-besides-rules.md" },
      [text("description"), text("argumentHint"), list("allowedTools")],
    ),
    {
      kind: "subagent",
      path: ".precept/agents/*.md",
      form: "markdown",
      nested: true,
      fields: [text("description"), list("tools"), text("content")],
      source: "docs/decisions/0079-items-besides-rules.md",
    },
    {
      kind: "mcp",
      path: ".precept/mcp/*.yaml",
      form: "yaml",
      fields: [
        ...programKeys,
        text("url"),
        text("transport"),
        record("headers"),
        flag("enabled"),
        list("tools"),
        list("disabledTools"),
      ],
      variables: ["${NAME}"],
      source: "docs/decisions/0079-items-besides-rules.md",
    },
    ignoreFile(".precept/ignore", "docs/decisions/0079-items-besides-rules.md"),
    {
      kind: "permissions",
      path: ".precept/permissions.yaml",
      form: "yaml",
      fields: nativePermissions,
      source: "docs/decisions/0079-items-besides-rules.md",
    },
  ],
};
