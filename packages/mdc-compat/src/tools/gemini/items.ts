import { ignoreFile, permissionFile, serverFile, subagentFiles, subagentKeys } from "../../items/define-items.ts";
import { text } from "../../items/field-maps.ts";
import { geminiActions, namedActions, permissionList, permissionLists } from "../../items/permission-maps.ts";
import { programKeys, toolLists, urlByTransport } from "../../items/server-maps.ts";
import type { ToolItems } from "../../model/item.ts";

/** The names of the tools that actions stand for. */
const toolNames = namedActions({
  shell: "run_shell_command",
  read: "read_file",
  edit: "replace",
  write: "write_file",
  search: "grep_search",
  list: "glob",
  fetch: "web_fetch",
  websearch: "google_web_search",
});

export const items: ToolItems = {
  formats: [
    {
      kind: "command",
      path: ".gemini/commands/*.toml",
      nested: true,
      form: "toml",
      fields: [text("description"), text("content", "prompt")],
      placeholders: { all: "{{args}}", shell: "!{CODE}" },
      source: "google-gemini/gemini-cli docs/cli/custom-commands.md",
    },
    subagentFiles(
      ".gemini/agents/*.md",
      { source: "google-gemini/gemini-cli packages/core/src/agents/agentLoader.ts" },
      subagentKeys(permissionList("gemini", "tools", "tools", toolNames)),
    ),
    serverFile(
      ".gemini/settings.json",
      { variables: ["${NAME}", "$NAME"], source: "google-gemini/gemini-cli docs/tools/mcp-server.md" },
      [...programKeys, ...urlByTransport, ...toolLists("includeTools", "excludeTools")],
    ),
    ignoreFile(".geminiignore", "google-gemini/gemini-cli docs/cli/gemini-ignore.md"),
    permissionFile(
      ".gemini/settings.json",
      { at: ["tools"], source: "google-gemini/gemini-cli docs/reference/configuration.md" },
      permissionLists("gemini", { allow: "allowed", deny: "exclude" }, geminiActions),
    ),
  ],
};
