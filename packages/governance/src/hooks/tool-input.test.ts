import { describe, expect, it } from "vitest";
import { readToolName } from "./tool-classes.ts";
import { readToolInput } from "./tool-input.ts";

describe("the class of a tool", () => {
  it.each([
    [
      "command",
      "Bash run_shell_command exec_command write_stdin send_to_terminal run_command launch-process write-process Monitor",
    ],
    ["write", "Write save-file create_new_file"],
    ["edit", "Edit str_replace_based_edit_tool replace replace_in_file editor edit_notebook developer__edit undo_edit"],
    ["patch", "apply_patch ApplyPatch patch"],
    ["delete", "Delete remove-files remove_file"],
    ["read", "Read view_image LS Glob list_dir search_file_content codebase_search developer__tree"],
    ["fetch", "WebFetch fetch google_web_search"],
    ["other", "Agent KillShell read_bash ToolSearch"],
  ])("%s: %s", (name, tools) => {
    for (const tool of tools.split(" ")) expect(readToolName(tool)).toEqual({ class: name, isUnknown: false, name: tool });
  });

  it.each([
    ["mcp__db__query", "mcp__db__query"],
    ["MCP__db__query", "mcp__db__query"],
    ["MCP:query", "mcp__query"],
    ["MCP:db:query", "mcp__db__query"],
    ["@db/query", "mcp__db__query"],
    ["mcp_db_query", "mcp__db_query"],
    ["mcp_fetch", "mcp__fetch"],
    ["db__query", "mcp__db__query"],
  ])("of %s is mcp, with the name %s", (tool, name) => {
    expect(readToolName(tool)).toEqual({ class: "mcp", isUnknown: false, name });
  });

  it.each([
    ["db_query", "mcp__db_query"],
    ["Query", "Query"],
    ["a b_c", "a b_c"],
  ])("of %s is unknown", (tool, name) => expect(readToolName(tool)).toEqual({ class: "other", isUnknown: true, name }));
});

/** The texts of a call, as `kind file text`; an asterisk marks a fragment. */
function textsOf(tool: string, input: object, isMcp?: boolean): readonly string[] {
  const { subjects } = readToolInput(tool, input as never, isMcp);
  return subjects.map(({ kind, file, text, fragment }) => `${kind}${fragment === true ? "*" : ""} ${file ?? "-"} ${text}`);
}

describe("the texts of a tool call", () => {
  const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n+x\n*** End Patch";
  it.each([
    ["Edit", { path: "a", new_string: "x" }, ["file* a x"]],
    ["Edit", { path: "a", command: "view" }, ["tool a a"]],
    ["Edit", { path: "a", command: "read" }, ["tool a a"]],
    ["Edit", { path: "a", command: "undo" }, ["file* a undo"]],
    ["Edit", { path: "a", note: "a" }, ["file* a "]],
    ["Edit", { command: "view" }, ["file* - view"]],
    ["Edit", { other: patch }, ["file* a.ts x"]],
    ["Edit", { other: "text" }, ["file* - text"]],
    ["apply_patch", { patch }, ["file* a.ts x"]],
    ["apply_patch", { patch: "text" }, ["file* - text"]],
    ["apply_patch", {}, []],
    ["Bash", { command: `apply_patch <<E\n${patch}\nE` }, [`command - apply_patch <<E\n${patch}\nE`, "file* a.ts x"]],
    ["Read", {}, ["tool - "]],
    ["Read", { path: "a" }, ["tool a a"]],
    ["Read", { paths: ["a", "b"], note: "n" }, ["tool a a\nb\nn", "tool b b"]],
    ["Delete", { paths: ["a", "b"] }, ["file* a ", "file* b "]],
    ["Custom", { command: "ls" }, ["command - ls"]],
    ["Custom", { command: "ls", note: "n" }, ["command - ls", "tool - ls\nn"]],
    ["Custom", { note: "n" }, ["tool - n"]],
    ["Custom", { path: "a", content: "x" }, ["file a x"]],
    ["Custom", { path: "a", content: "x", command: "ls" }, ["file a x", "command - ls"]],
    ["Custom", { operations: [{ path: "a", content: "x" }] }, ["file a x"]],
    ["Custom", { operations: [{ path: "a", edits: [{ new_string: "x" }] }] }, ["tool a a\nx", "file* a x"]],
    ["db_query", { command: "ls" }, ["tool - ls", "command - ls"]],
    ["db_query", { note: "n" }, ["tool - n"]],
    ["db_query", { path: "a", content: "x" }, ["tool - a\nx", "file a x"]],
    ["mcp__a__b", { path: "a", content: "x", command: "ls" }, ["tool - a\nx\nls", "command - ls", "file a x"]],
  ])("%s %j", (tool, input, texts) => expect(textsOf(tool, input)).toEqual(texts));

  it.each([
    ["use_mcp_tool", { server_name: "db", tool_name: "query", arguments: { sql: "x" } }, false, "mcp__db__query", { sql: "x" }],
    ["use_mcp_tool", { server_name: "db", tool_name: "query" }, false, "mcp__db__query", {}],
    ["use_mcp_tool", { toolName: "query", toolArgs: '{"sql":"x"}' }, false, "mcp__query", { sql: "x" }],
    ["mcp__a__b", { tool_name: "query", arguments: {} }, false, "mcp__query", {}],
    ["Custom", { tool_name: "query", arguments: {} }, false, "Custom", { tool_name: "query", arguments: {} }],
    ["Bash", { command: "ls" }, true, "mcp__Bash", { command: "ls" }],
    ["mcp__a__b", { command: "ls" }, true, "mcp__a__b", { command: "ls" }],
  ])("of %s %j, of a server: %s, is for the tool %s", (tool, given, isMcp, name, expected) => {
    const { tool: read, input } = readToolInput(tool, given, isMcp);
    expect(read.name).toBe(name);
    expect(read.isUnknown).toBe(name === "Custom");
    expect(input).toEqual(expected);
  });

  it.each([
    ["Bash", {}, true],
    ["Bash", { command: " " }, true],
    ["Write", { path: "", content: "" }, true],
    ["Write", { path: "a", content: "" }, false],
    ["Delete", {}, true],
    ["Bash", { command: "ls" }, false],
    ["Read", {}, false],
    ["Custom", {}, false],
  ])("are missing in %s %j: %s", (tool, input, isMissing) => {
    expect(readToolInput(tool, input as never).problem !== undefined).toBe(isMissing);
  });

  it("has the paths of all texts and of the input, each once", () => {
    expect(readToolInput("Edit", { path: "a", edits: [{ new_string: "x" }] }).paths).toEqual(["a"]);
    expect(readToolInput("apply_patch", { patch }).paths).toEqual(["a.ts"]);
  });
});
