import { claudeTools, type HostTools, type ToolShape } from "@precept/agent-actions";
import type { HostId } from "../src/host-ids.ts";

/** Prints a patch that adds a file. */
function printAddPatch(path: string, content: string): string {
  return ["*** Begin Patch", `*** Add File: ${path}`, ...content.split("\n").map((line) => `+${line}`), "*** End Patch"].join(
    "\n",
  );
}

/** Prints a patch that replaces lines of a file. */
function printUpdatePatch(path: string, old: string, text: string): string {
  const lines = [...old.split("\n").map((line) => `-${line}`), ...text.split("\n").map((line) => `+${line}`)];
  return ["*** Begin Patch", `*** Update File: ${path}`, "@@", ...lines, "*** End Patch"].join("\n");
}

const { command: bash, mcp: claudeMcp } = claudeTools;
const none = (): readonly ToolShape[] => [];

/** The tools of each host, as `docs/reference/agent-hooks.md` lists them. */
export const toolsOfHosts: Readonly<Record<HostId, HostTools>> = {
  "claude-code": claudeTools,
  cursor: {
    command: ({ command }) => [{ tool: "Shell", input: { command, working_directory: "" } }],
    write: ({ path, content }) => [
      { tool: "Write", input: { file_path: path, content } },
      { tool: "Write", input: { path, contents: content } },
      { tool: "ApplyPatch", input: printAddPatch(path, content) },
    ],
    edit: ({ path, old, new: text }) => [
      { tool: "StrReplace", input: { path, old_string: old, new_string: text } },
      { tool: "ApplyPatch", input: { patch: printUpdatePatch(path, old, text) } },
    ],
    read: ({ path }) => [{ tool: "Read", input: { path } }],
    fetch: none,
    mcp: ({ tool, input }) => [{ tool: `MCP:${tool}`, input }],
  },
  codex: {
    command: bash,
    write: ({ path, content }) => [{ tool: "apply_patch", input: { command: printAddPatch(path, content) } }],
    edit: ({ path, old, new: text }) => [{ tool: "apply_patch", input: { command: printUpdatePatch(path, old, text) } }],
    read: none,
    fetch: none,
    mcp: claudeMcp,
  },
  "copilot-cli": {
    command: ({ command }) => [
      { tool: "bash", input: { command, description: "x" } },
      { tool: "powershell", input: { command } },
    ],
    write: ({ path, content }) => [
      { tool: "create", input: { path, file_text: content } },
      { tool: "apply_patch", input: printAddPatch(path, content) },
    ],
    edit: ({ path, old, new: text }) => [
      { tool: "edit", input: { path, old_str: old, new_str: text } },
      { tool: "Edit", input: { path, old_str: old, new_str: text } },
    ],
    read: ({ path }) => [{ tool: "view", input: { path } }],
    fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
    mcp: none,
  },
  vscode: {
    command: ({ command }) => [{ tool: "run_in_terminal", input: { command, explanation: "x", isBackground: false } }],
    write: ({ path, content }) => [
      { tool: "create_file", input: { filePath: path, content } },
      { tool: "apply_patch", input: { input: printAddPatch(path, content), explanation: "x" } },
    ],
    edit: ({ path, old, new: text }) => [
      { tool: "replace_string_in_file", input: { filePath: path, oldString: old, newString: text } },
      { tool: "multi_replace_string_in_file", input: { replacements: [{ filePath: path, oldString: old, newString: text }] } },
      { tool: "insert_edit_into_file", input: { filePath: path, code: text } },
    ],
    read: ({ path }) => [{ tool: "read_file", input: { filePath: path } }],
    fetch: ({ url }) => [{ tool: "fetch_webpage", input: { urls: [url] } }],
    mcp: ({ server, tool, input }) => [{ tool: `mcp_${server}_${tool}`, input }],
  },
  gemini: {
    command: ({ command }) => [{ tool: "run_shell_command", input: { command, dir_path: "." } }],
    write: ({ path, content }) => [{ tool: "write_file", input: { file_path: path, content } }],
    edit: ({ path, old, new: text }) => [{ tool: "replace", input: { file_path: path, old_string: old, new_string: text } }],
    read: ({ path }) => [
      { tool: "read_file", input: { file_path: path } },
      { tool: "read_many_files", input: { include: [path] } },
    ],
    fetch: ({ url }) => [{ tool: "web_fetch", input: { prompt: `Read ${url}` } }],
    mcp: ({ server, tool, input }) => [{ tool: `mcp_${server}_${tool}`, input }],
  },
  qwen: {
    command: ({ command }) => [{ tool: "run_shell_command", input: { command } }],
    write: ({ path, content }) => [{ tool: "write_file", input: { file_path: path, content } }],
    edit: ({ path, old, new: text }) => [{ tool: "edit", input: { file_path: path, old_string: old, new_string: text } }],
    read: ({ path }) => [{ tool: "read_file", input: { absolute_path: path } }],
    fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
    mcp: claudeMcp,
  },
  windsurf: {
    command: ({ command }) => [{ tool: "run_command", input: { command_line: command, cwd: "" } }],
    write: ({ path, content }) => [
      { tool: "write_code", input: { file_path: path, edits: [{ old_string: "", new_string: content }] } },
    ],
    edit: ({ path, old, new: text }) => [
      { tool: "write_code", input: { file_path: path, edits: [{ old_string: old, new_string: text }] } },
    ],
    read: ({ path }) => [{ tool: "read_code", input: { file_path: path } }],
    fetch: none,
    mcp: ({ server, tool, input }) => [
      { tool: "mcp_tool_use", input: { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: input } },
    ],
  },
  cline: {
    command: ({ command }) => [
      { tool: "execute_command", input: { command, requires_approval: "false" } },
      { tool: "run_commands", input: { commands: JSON.stringify([command]) } },
    ],
    write: ({ path, content }) => [{ tool: "write_to_file", input: { path, content } }],
    edit: ({ path, old, new: text }) => [
      { tool: "replace_in_file", input: { path, diff: `------- SEARCH\n${old}\n=======\n${text}\n+++++++ REPLACE\n` } },
      { tool: "editor", input: { path, old_text: old, new_text: text } },
    ],
    read: ({ path }) => [{ tool: "read_file", input: { path } }],
    fetch: ({ url }) => [{ tool: "web_fetch", input: { url } }],
    mcp: ({ server, tool, input }) => [
      { tool: "use_mcp_tool", input: { server_name: server, tool_name: tool, arguments: JSON.stringify(input) } },
    ],
  },
  opencode: {
    command: ({ command }) => [{ tool: "bash", input: { command } }],
    write: ({ path, content }) => [
      { tool: "write", input: { filePath: path, content } },
      { tool: "apply_patch", input: { patchText: printAddPatch(path, content) } },
    ],
    edit: ({ path, old, new: text }) => [{ tool: "edit", input: { filePath: path, oldString: old, newString: text } }],
    read: ({ path }) => [{ tool: "read", input: { filePath: path } }],
    fetch: ({ url }) => [{ tool: "webfetch", input: { url } }],
    mcp: ({ server, tool, input }) => [{ tool: `${server}_${tool}`, input }],
  },
  kiro: {
    command: ({ command }) => [{ tool: "execute_bash", input: { command } }],
    write: ({ path, content }) => [{ tool: "fs_write", input: { command: "create", path, file_text: content } }],
    edit: ({ path, old, new: text }) => [
      { tool: "fs_write", input: { command: "str_replace", path, old_str: old, new_str: text } },
    ],
    read: ({ path }) => [{ tool: "fs_read", input: { operations: [{ mode: "Line", path }] } }],
    fetch: none,
    mcp: ({ server, tool, input }) => [{ tool: `@${server}/${tool}`, input }],
  },
  droid: {
    command: ({ command }) => [
      { tool: "Execute", input: { command } },
      { tool: "Bash", input: { command } },
    ],
    write: ({ path, content }) => [
      { tool: "Create", input: { file_path: path, content } },
      { tool: "ApplyPatch", input: printAddPatch(path, content) },
    ],
    edit: ({ path, old, new: text }) => [{ tool: "Edit", input: { file_path: path, old_string: old, new_string: text } }],
    read: ({ path }) => [{ tool: "Read", input: { file_path: path } }],
    fetch: ({ url }) => [{ tool: "FetchUrl", input: { url } }],
    mcp: claudeMcp,
  },
  goose: {
    command: ({ command }) => [{ tool: "developer__shell", input: { command } }],
    write: ({ path, content }) => [{ tool: "developer__write", input: { path, content } }],
    edit: ({ path, old, new: text }) => [{ tool: "developer__edit", input: { path, before: old, after: text } }],
    read: none,
    fetch: none,
    mcp: ({ server, tool, input }) => [{ tool: `${server}__${tool}`, input }],
  },
  amp: {
    command: ({ command }) => [
      { tool: "Bash", input: { cmd: command } },
      { tool: "shell_command", input: { command } },
    ],
    write: ({ path, content }) => [{ tool: "create_file", input: { path, content } }],
    edit: ({ path, old, new: text }) => [{ tool: "edit_file", input: { path, old_str: old, new_str: text } }],
    read: ({ path }) => [{ tool: "Read", input: { path } }],
    fetch: none,
    mcp: none,
  },
  augment: {
    command: ({ command }) => [
      { tool: "launch-process", input: { command, wait: true } },
      { tool: "terminal", input: { command } },
    ],
    write: ({ path, content }) => [{ tool: "save-file", input: { path, file_content: content } }],
    edit: ({ path, old, new: text }) => [
      { tool: "str-replace-editor", input: { command: "str_replace", path, old_str_1: old, new_str_1: text } },
      { tool: "apply_patch", input: { input: printUpdatePatch(path, old, text) } },
    ],
    read: none,
    fetch: none,
    mcp: none,
  },
  openhands: {
    command: ({ command }) => [{ tool: "terminal", input: { command } }],
    write: ({ path, content }) => [{ tool: "file_editor", input: { command: "create", path, file_text: content } }],
    edit: ({ path, old, new: text }) => [
      { tool: "file_editor", input: { command: "str_replace", path, old_str: old, new_str: text } },
    ],
    read: ({ path }) => [{ tool: "file_editor", input: { command: "view", path } }],
    fetch: none,
    mcp: none,
  },
};
