import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHookPayload } from "./hook-payload.ts";
import { parseHookPayload } from "./parse-payload.ts";

const claude = (tool_name: string, tool_input: object, more: object = {}) => ({
  session_id: "s",
  transcript_path: "/t.jsonl",
  cwd: "/work/shop",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name,
  tool_input,
  tool_use_id: "t",
  ...more,
});

/** The subjects without tool and input, which are the same for all subjects of a call. */
const subjectsOf = (payload: unknown, root?: string) =>
  readHookPayload(payload, root)?.subjects.map(({ tool: _tool, input: _input, ...subject }) => subject);

describe("a hook payload of Claude Code", () => {
  it("provides the event, the tool, the agent and its permissions as context", () => {
    expect(readHookPayload(claude("Bash", { command: "ls" }, { agent_type: "Reviewer" }))).toMatchObject({
      event: "PreToolUse",
      tool: "Bash",
      context: { event: "PreToolUse", tool: "Bash", agent_type: "Reviewer", permission_mode: "default" },
    });
  });

  it.each([
    ["Write", { file_path: "/work/shop/src/a.ts", content: "x" }, [{ kind: "file", text: "x", file: "src/a.ts" }]],
    [
      "Edit",
      { file_path: "/work/shop/src/a.ts", old_string: "a", new_string: "b", replace_all: false },
      [{ kind: "file", text: "b", file: "src/a.ts", fragment: true }],
    ],
    [
      "MultiEdit",
      {
        file_path: "/work/shop/a.ts",
        edits: [
          { old_string: "a", new_string: "b" },
          { old_string: "c", new_string: "d" },
        ],
      },
      [
        { kind: "file", text: "b", file: "a.ts", fragment: true },
        { kind: "file", text: "d", file: "a.ts", fragment: true },
      ],
    ],
    [
      "NotebookEdit",
      { notebook_path: "/work/shop/n.ipynb", new_source: "print(1)", edit_mode: "replace" },
      [{ kind: "file", text: "print(1)", file: "n.ipynb", fragment: true }],
    ],
    ["Bash", { command: "rm -rf /", description: "Clean" }, [{ kind: "command", text: "rm -rf /" }]],
    ["PowerShell", { command: "Remove-Item C:\\" }, [{ kind: "command", text: "Remove-Item C:\\" }]],
    ["shell", { command: ["bash", "-lc", "rm -rf /"] }, [{ kind: "command", text: "rm -rf /" }]],
    ["Read", { file_path: "/work/shop/.env" }, [{ kind: "tool", text: "/work/shop/.env", file: ".env" }]],
    ["WebFetch", { url: "https://example.com", prompt: "Read" }, [{ kind: "tool", text: "https://example.com\nRead" }]],
    ["mcp__db__query", { sql: "DROP", deep: [{ a: "1", b: 2 }] }, [{ kind: "tool", text: "DROP\n1" }]],
    [
      "mcp__shell__run",
      { command: "rm -rf /" },
      [
        { kind: "tool", text: "rm -rf /" },
        { kind: "command", text: "rm -rf /" },
      ],
    ],
    ["Bash", { command: "rm -rf /", file_path: "a.ts", content: "x" }, [{ kind: "command", text: "rm -rf /" }]],
    ["shell", { command: ["grep", "a b", "c"] }, [{ kind: "command", text: "grep 'a b' c" }]],
    ["Delete", { path: ".git/hooks/pre-commit" }, [{ kind: "file", text: "", file: ".git/hooks/pre-commit", fragment: true }]],
  ])("is read before %s", (tool, input, subjects) => {
    expect(subjectsOf(claude(tool, input))).toEqual(subjects);
  });

  it("has the tool and its input with each text of the call, and the tool with the result", () => {
    const input = { url: "u", limit: 3 };
    const read = readHookPayload({ hook_event_name: "PostToolUse", tool_name: "Get", tool_input: input, tool_response: "page" });
    expect(read?.subjects).toMatchObject([
      { kind: "tool", tool: "Get", input },
      { kind: "result", tool: "Get" },
    ]);
    expect(read?.subjects[1]).not.toHaveProperty("input");
  });

  it("contains the result after a tool, unless the tool wrote a file", () => {
    const after = { hook_event_name: "PostToolUse" };
    expect(subjectsOf(claude("WebFetch", { url: "u" }, { ...after, tool_response: { result: "page", code: 200 } }))).toEqual([
      { kind: "tool", text: "u" },
      { kind: "result", text: "page" },
    ]);
    const written = claude("Write", { file_path: "a.ts", content: "x" }, { ...after, tool_response: { content: "x" } });
    expect(subjectsOf(written)).toEqual([{ kind: "file", text: "x", file: "a.ts" }]);
  });

  it("contains the prompt, or the last message of the agent", () => {
    expect(subjectsOf({ hook_event_name: "UserPromptSubmit", prompt: "Fix it" })).toEqual([{ kind: "prompt", text: "Fix it" }]);
    for (const hook_event_name of ["Stop", "SubagentStop"]) {
      expect(subjectsOf({ hook_event_name, last_assistant_message: "Done" })).toEqual([{ kind: "response", text: "Done" }]);
    }
    expect(subjectsOf({ hook_event_name: "Stop", stop_hook_active: false })).toEqual([]);
  });

  it("has file paths relative to the given root, or to the project directory in the payload", () => {
    const payload = claude("Write", { file_path: "C:\\shop\\web\\a.ts", content: "" }, { cwd: "C:\\shop\\web" });
    expect(subjectsOf(payload)).toMatchObject([{ file: "a.ts" }]);
    expect(subjectsOf(payload, "c:/shop")).toMatchObject([{ file: "web/a.ts" }]);
  });
});

describe("a hook payload of Cursor", () => {
  it.each([
    [{ hook_event_name: "beforeShellExecution", command: "ls", cwd: "/w" }, [{ kind: "command", text: "ls" }]],
    [{ hook_event_name: "beforeSubmitPrompt", prompt: "Fix it" }, [{ kind: "prompt", text: "Fix it" }]],
    [
      { hook_event_name: "beforeMCPExecution", tool_name: "query", tool_input: '{"sql":"DROP TABLE a"}' },
      [{ kind: "tool", text: "DROP TABLE a" }],
    ],
    [{ hook_event_name: "beforeMCPExecution", tool_name: "query", tool_input: "not JSON" }, [{ kind: "tool", text: "not JSON" }]],
    [
      {
        hook_event_name: "afterFileEdit",
        workspace_roots: ["/w"],
        file_path: "/w/a.ts",
        edits: [{ old_string: "a", new_string: "b" }],
      },
      [{ kind: "file", text: "b", file: "a.ts", fragment: true }],
    ],
    [
      { hook_event_name: "beforeReadFile", workspace_roots: ["/w"], file_path: "/w/.env", content: "A=1", attachments: [] },
      [
        { kind: "tool", text: "/w/.env", file: ".env" },
        { kind: "result", text: "A=1", file: ".env" },
      ],
    ],
    [{ hook_event_name: "afterAgentResponse", text: "Done" }, [{ kind: "response", text: "Done" }]],
    [
      { hook_event_name: "afterShellExecution", command: "cat a", output: "text", duration: 1 },
      [
        { kind: "command", text: "cat a" },
        { kind: "result", text: "text" },
      ],
    ],
    [
      { hook_event_name: "afterMCPExecution", tool_name: "q", result_json: "[1]" },
      [
        { kind: "tool", text: "" },
        { kind: "result", text: "[1]" },
      ],
    ],
    [{ hook_event_name: "stop", status: "completed", loop_count: 0 }, []],
    [{ hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "ls" } }, [{ kind: "command", text: "ls" }]],
  ])("$hook_event_name", (payload, subjects) => {
    expect(subjectsOf(payload)).toEqual(subjects);
  });
});

const patch = [
  "*** Begin Patch",
  "*** Add File: src/new.ts",
  "+const a = 1;",
  "+const b = 2;",
  "*** Update File: src/old.ts",
  "*** Move to: src/moved.ts",
  "@@",
  " kept",
  "-removed",
  "+eval(x)",
  "*** Delete File: .git/hooks/pre-commit",
  "*** End Patch",
].join("\n");

const patched = [
  { kind: "file", text: "const a = 1;\nconst b = 2;", file: "src/new.ts" },
  { kind: "file", text: "", file: "src/old.ts", fragment: true },
  { kind: "file", text: "eval(x)", file: "src/moved.ts", fragment: true },
  { kind: "file", text: "", file: ".git/hooks/pre-commit", fragment: true },
];

describe("a patch", () => {
  it.each([
    ["of Codex", { hook_event_name: "PreToolUse", tool_name: "apply_patch", tool_input: { command: patch } }],
    ["of Copilot CLI", { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "apply_patch", toolArgs: patch }],
    ["of VS Code", { hookEventName: "PreToolUse", tool_name: "apply_patch", tool_input: { input: patch } }],
    ["of Cursor", { hook_event_name: "preToolUse", tool_name: "ApplyPatch", tool_input: { patch } }],
    ["of Droid", { hook_event_name: "PreToolUse", tool_name: "ApplyPatch", tool_input: patch }],
    ["of OpenCode", { event: "tool.execute.before", tool: "apply_patch", args: { patchText: patch } }],
  ])("%s is a change of each of its files", (_, payload) => {
    expect(subjectsOf(payload)).toEqual(patched);
  });

  it("in a command is checked as a command and as a change", () => {
    const command = `apply_patch <<'EOF'\n${patch}\nEOF`;
    const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
    expect(subjectsOf(payload)).toEqual([{ kind: "command", text: command }, ...patched]);
  });

  it("can be a unified diff", () => {
    const diff =
      "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1,2 @@\n--- old comment\n+eval(x)\n--- a/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    expect(subjectsOf({ hook_event_name: "PreToolUse", tool_name: "apply_patch", tool_input: { patch: diff } })).toEqual([
      { kind: "file", text: "eval(x)", file: "src/a.ts", fragment: true },
      { kind: "file", text: "", file: "b.ts", fragment: true },
    ]);
  });
});

describe("the shapes of other agents", () => {
  const command = [{ kind: "command", text: "rm -rf /" }];
  const edit = [{ kind: "file", text: "b", file: "src/a.ts", fragment: true }];
  const written = [{ kind: "file", text: "x", file: "src/a.ts" }];
  it.each([
    ["Copilot CLI", { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "bash", toolArgs: '{"command":"rm -rf /"}' }, command],
    [
      "Gemini CLI",
      { hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command: "rm -rf /" } },
      command,
    ],
    ["Windsurf", { agent_action_name: "pre_run_command", tool_info: { command_line: "rm -rf /", cwd: "/w" } }, command],
    [
      "Cline",
      { hookName: "PreToolUse", preToolUse: { toolName: "execute_command", parameters: { command: "rm -rf /" } } },
      command,
    ],
    [
      "Cline's SDK",
      { hookName: "tool_call", preToolUse: { toolName: "run_commands", parameters: { commands: '["rm -rf /"]' } } },
      command,
    ],
    ["Kiro", { hook_event_name: "preToolUse", tool_name: "execute_bash", tool_input: { command: "rm -rf /" } }, command],
    ["Droid", { hook_event_name: "PreToolUse", tool_name: "Execute", tool_input: { command: "rm -rf /" } }, command],
    ["Goose", { event: "PreToolUse", tool_name: "developer__shell", tool_input: { command: "rm -rf /" } }, command],
    ["Amp", { event: "tool.call", tool: "shell_command", input: { cmd: "rm -rf /" } }, command],
    ["Augment", { hook_type: "PreToolUse", tool_name: "launch-process", tool_input: { command: "rm -rf /" } }, command],
    ["OpenHands", { event_type: "PreToolUse", tool_name: "terminal", tool_input: { command: "rm -rf /" } }, command],
    [
      "Copilot CLI",
      { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "create", toolArgs: { path: "/w/src/a.ts", file_text: "x" } },
      written,
    ],
    [
      "VS Code",
      {
        hookEventName: "PreToolUse",
        cwd: "/w",
        tool_name: "insert_edit_into_file",
        tool_input: { filePath: "/w/src/a.ts", code: "b" },
      },
      edit,
    ],
    [
      "VS Code",
      {
        hookEventName: "PreToolUse",
        tool_name: "multi_replace_string_in_file",
        tool_input: { replacements: [{ filePath: "src/a.ts", oldString: "a", newString: "b" }] },
      },
      edit,
    ],
    [
      "Windsurf",
      {
        agent_action_name: "pre_write_code",
        tool_info: { file_path: "src/a.ts", edits: [{ old_string: "a", new_string: "b" }] },
      },
      edit,
    ],
    [
      "Cline",
      {
        hookName: "PreToolUse",
        preToolUse: {
          toolName: "replace_in_file",
          parameters: { path: "src/a.ts", diff: "------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n" },
        },
      },
      edit,
    ],
    [
      "Goose",
      { event: "PreToolUse", tool_name: "developer__edit", tool_input: { path: "src/a.ts", before: "a", after: "b" } },
      edit,
    ],
    [
      "Kiro",
      {
        hook_event_name: "preToolUse",
        tool_name: "fs_write",
        tool_input: { command: "str_replace", path: "src/a.ts", new_str: "b" },
      },
      edit,
    ],
    [
      "Kiro",
      {
        hook_event_name: "preToolUse",
        tool_name: "fs_read",
        tool_input: { operations: [{ mode: "Line", path: "src/a.ts" }] },
      },
      [{ kind: "tool", text: "Line\nsrc/a.ts", file: "src/a.ts" }],
    ],
    [
      "Windsurf",
      {
        agent_action_name: "pre_mcp_tool_use",
        tool_info: { mcp_server_name: "shell", mcp_tool_name: "run", mcp_tool_arguments: { command: "rm -rf /" } },
      },
      [{ kind: "tool", text: "rm -rf /" }, ...command],
    ],
    [
      "Cline",
      {
        hookName: "PreToolUse",
        preToolUse: {
          toolName: "use_mcp_tool",
          parameters: { server_name: "shell", tool_name: "run", arguments: '{"command":"rm -rf /"}' },
        },
      },
      [{ kind: "tool", text: "rm -rf /" }, ...command],
    ],
  ])("%s", (_, payload, subjects) => {
    expect(subjectsOf(payload)).toEqual(subjects);
  });

  it.each([
    ["mcp__shell__run", "mcp__shell__run"],
    ["mcp_shell_run", "mcp__shell_run"],
    ["MCP:run", "mcp__run"],
    ["@shell/run", "mcp__shell__run"],
    ["shell__run", "mcp__shell__run"],
    ["developer__shell", "developer__shell"],
  ])("the tool %s is %s for policies", (tool_name, expected) => {
    const read = readHookPayload({ hook_event_name: "PreToolUse", tool_name, tool_input: { command: "ls", limit: 3 } });
    expect(read?.subjects[0]).toMatchObject({ tool: expected, input: { limit: 3 } });
  });
});

describe("paths", () => {
  it.each([
    [{ cwd: "/work/shop/web", tool_input: { file_path: "a.ts", content: "" } }, "/work/shop", "web/a.ts"],
    [{ cwd: "/work/shop/web", tool_input: { file_path: "../.git/config", content: "" } }, "/work/shop", ".git/config"],
    [{ workspace_roots: ["/c:/shop"], tool_input: { file_path: "/c:/shop/a.ts", content: "" } }, undefined, "a.ts"],
    [{ workspace_roots: [], cwd: "", tool_input: { file_path: "a.ts", content: "" } }, undefined, "a.ts"],
    [{ cwd: "/w", tool_input: { file_path: "file:///w/a%20b.ts", content: "" } }, undefined, "a b.ts"],
  ])("%j are relative to %s", (payload, root, file) => {
    expect(subjectsOf({ hook_event_name: "PreToolUse", tool_name: "Write", ...payload }, root)).toMatchObject([{ file }]);
  });
});

describe("a payload that does not show what the call does", () => {
  it.each([
    [{ hook_event_name: "preToolUse", tool_name: "execute_bash", tool_input: {} }],
    [{ hook_event_name: "PreToolUse", tool_name: "Write" }],
    [{ hook_event_name: "PreToolUse", tool_name: "apply_patch", tool_input: { command: 7 } }],
    [{ hook_event_name: "PreToolUse" }],
  ])("%j has a problem", (payload) => {
    expect(readHookPayload(payload)?.problem).toBeDefined();
  });

  it("is parsed with a byte order mark, and with control characters in strings", () => {
    expect(parseHookPayload('\uFEFF{"a":1}')).toEqual({ value: { a: 1 } });
    expect(parseHookPayload('{"a":"x\ty\nz\\"\u0001"}')).toEqual({ value: { a: 'x\ty\nz"\u0001' } });
    expect(parseHookPayload('\n{"a":\t"\x1f","b":"\\\\\n"}\n')).toEqual({ value: { a: "\x1f", b: "\\\n" } });
    expect(parseHookPayload('{"a\nb":1,\n"c":"\x10 \x20"}')).toEqual({ value: { "a\nb": 1, c: "\x10 \x20" } });
    expect(parseHookPayload('{"a":\x01 1}')).toEqual({ problem: "it is not JSON" });
    expect(parseHookPayload(" \n")).toEqual({ problem: "it is empty" });
    expect(parseHookPayload("")).toEqual({ problem: "it is empty" });
    expect(parseHookPayload('{"token":')).toHaveProperty("problem");
  });
});

describe("another value", () => {
  it.each([[undefined], [null], ["text"], [[]], [{}], [{ hook_event_name: 7 }]])("is not a payload: %j", (payload) => {
    expect(readHookPayload(payload)).toBeUndefined();
  });

  it("in a payload never throws", () => {
    const events = ["PreToolUse", "PostToolUse", "Stop", "beforeReadFile", "afterFileEdit", "beforeMCPExecution", "constructor"];
    const keys = fc.constantFrom(
      "tool_input",
      "tool_response",
      "file_path",
      "edits",
      "content",
      "command",
      "prompt",
      "cwd",
      "workspace_roots",
    );
    const payload = fc.record({ hook_event_name: fc.constantFrom(...events), tool_name: fc.constantFrom("Write", "Bash", "x") });
    fc.assert(
      fc.property(payload, fc.dictionary(keys, fc.jsonValue()), (base, more) => {
        const read = readHookPayload({ ...base, ...more });
        for (const { text } of read?.subjects ?? []) expect(typeof text).toBe("string");
      }),
    );
  });
});
