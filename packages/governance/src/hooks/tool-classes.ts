import { foldName } from "./events.ts";

/** The tools of all supported agents, by their names without case and separators. */
const toolNames = {
  command:
    "Bash PowerShell Shell sh zsh cmd Execute Terminal run_shell_command shell_command local_shell exec_command " +
    "write_stdin write_bash write_powershell run_in_terminal runTerminalCommand run_terminal_cmd send_to_terminal " +
    "run_command run_commands execute_command execute_bash execute_cmd execute_shell launch-process write-process " +
    "developer__shell Monitor",
  write: "Write Create create_file write_file write_to_file save-file developer__write create_new_file",
  edit:
    "Edit MultiEdit NotebookEdit StrReplace str_replace str_replace_editor str_replace_based_edit_tool replace " +
    "replace_in_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file edit_file editor " +
    "edit_notebook edit_notebook_file search_replace fs_write file_editor write_code developer__edit " +
    "developer__text_editor undo_edit",
  patch: "apply_patch ApplyPatch patch",
  delete: "Delete delete_file remove-files remove_file",
  read:
    "Read View read_file read_files read_many_files read_code fs_read read_image developer__read_image view_image LS " +
    "Glob Grep list_dir list_directory list_files grep_search file_search glob_search search_files search_file_content " +
    "codebase_search developer__tree",
  fetch: "WebFetch web_fetch fetch_webpage FetchUrl fetch read_web_page WebSearch web_search google_web_search",
  other:
    "Agent invoke_agent Task TodoWrite update_plan todo think AskUserQuestion ExitPlanMode EnterPlanMode BashOutput KillShell " +
    "read_bash stop_bash report_intent Skill SlashCommand ToolSearch",
} as const;

/**
 * A kind of tool, independent of the agent's names. `patch`: changes files that its text names; `delete`: removes
 * files; `other`: all other tools, including unknown ones.
 */
export type ToolClass = keyof typeof toolNames | "mcp";

const classes: ReadonlyMap<string, ToolClass> = new Map(
  Object.entries(toolNames).flatMap(([known, names]) => names.split(" ").map((name) => [foldName(name), known as ToolClass])),
);

export interface ReadToolName {
  readonly class: ToolClass;
  /** Whether the tool is unknown, so that its class follows from its input alone. */
  readonly isUnknown: boolean;
  /** The name that policies compare: the agent's, or `mcp__server__tool`; `mcp__name` if the server is unknown. */
  readonly name: string;
}

/** How agents name the tools of MCP servers: `mcp__server__tool`, `mcp_server_tool`, `MCP:tool`, `@server/tool`. */
const mcpNames: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^mcp__/i, ({ input }) => input.replace(/^mcp__/i, "mcp__")],
  [/^MCP:(?:([^:]+):)?(.+)$/i, ([, server, tool]) => nameMcpTool(server, tool)],
  [/^@([^/]+)\/(.+)$/, ([, server, tool]) => nameMcpTool(server, tool)],
  [/^mcp_([^_].*)$/i, ([, rest]) => nameMcpTool(undefined, rest)],
  [/^([A-Za-z0-9-]+)__(.+)$/, ([, server, tool]) => nameMcpTool(server, tool)],
];

/** Names a tool of an MCP server as Claude Code and Codex do. @param server undefined if it is unknown. */
export function nameMcpTool(server: string | undefined, tool: string | undefined): string {
  return ["mcp", server, tool].filter((part) => part !== undefined && part !== "").join("__");
}

/** Returns the class of a tool by its name. The keys of its input are not reliable: editors also have `command`. */
export function readToolName(tool: string): ReadToolName {
  const known = classes.get(foldName(tool));
  if (known !== undefined && !/^mcp_/i.test(tool)) return { class: known, isUnknown: false, name: tool };
  for (const [pattern, name] of mcpNames) {
    const match = pattern.exec(tool);
    if (match !== null) return { class: "mcp", isUnknown: false, name: name(match) };
  }
  // OpenCode names tools of servers `server_tool`.
  return { class: "other", isUnknown: true, name: /^[\w-]+_[\w-]+$/.test(tool) ? nameMcpTool(undefined, tool) : tool };
}
