import { claudePlaceholders, commandFiles, permissionFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList, permissionLists } from "../../items/permission-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({
  shell: "Bash",
  read: "Read",
  edit: "Edit",
  write: "Write",
  search: "Grep",
  list: "Glob",
  fetch: "WebFetch",
  websearch: "WebSearch",
});

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".codebuddy/commands/*.md",
      { nested: true, placeholders: claudePlaceholders, source: "https://www.codebuddy.ai/docs/cli/slash-commands" },
      [
        text("description"),
        text("argumentHint", "argument-hint"),
        permissionList("codebuddy", "allowedTools", "allowed-tools", toolNames, "commas"),
      ],
    ),
    subagentFiles(
      ".codebuddy/agents/*.md",
      { nested: true, source: "https://www.codebuddy.ai/docs/cli/sub-agents" },
      subagentKeys(permissionList("codebuddy", "tools", "tools", toolNames, "commas")),
    ),
    permissionFile(
      ".codebuddy/settings.json",
      { at: ["permissions"], source: "https://www.codebuddy.ai/docs/cli/iam" },
      permissionLists("codebuddy", { allow: "allow", ask: "ask", deny: "deny" }, toolNames),
    ),
  ],
};
