import { commandFiles, ignoreFile, permissionFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { namedActions, permissionList, permissionLists } from "../../items/permission-maps.ts";
import { programKeys, toolLists, urlByTransport } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({
  shell: "run_shell_command",
  read: "read_file",
  edit: "edit",
  write: "write_file",
  search: "grep_search",
  list: "glob",
  fetch: "web_fetch",
  websearch: "web_search",
});

export const items: ToolItems = {
  formats: [
    commandFiles(
      ".qwen/commands/*.md",
      {
        nested: true,
        placeholders: { all: "{{args}}", shell: "!{CODE}" },
        source: "QwenLM/qwen-code docs/users/features/commands.md",
      },
      [text("description"), text("argumentHint", "argument-hint")],
    ),
    subagentFiles(
      ".qwen/agents/*.md",
      { source: "QwenLM/qwen-code docs/users/features/sub-agents.md" },
      subagentKeys(permissionList("qwen", "tools", "tools", toolNames)),
    ),
    serverFile(
      ".qwen/settings.json",
      { variables: ["${NAME}", "$NAME"], source: "QwenLM/qwen-code docs/users/features/mcp.md" },
      [...programKeys, ...urlByTransport, ...toolLists("includeTools", "excludeTools")],
    ),
    ignoreFile(".qwenignore", "QwenLM/qwen-code docs/users/configuration/qwen-ignore.md"),
    permissionFile(
      ".qwen/settings.json",
      { at: ["permissions"], source: "QwenLM/qwen-code docs/users/configuration/settings.md" },
      permissionLists(
        "qwen",
        { allow: "allow", ask: "ask", deny: "deny" },
        namedActions({ shell: "Bash", read: "Read", edit: "Edit", fetch: "WebFetch" }),
      ),
    ),
  ],
};
