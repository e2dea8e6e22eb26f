import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHookPayload } from "./hook-payload.ts";

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

/** The subjects without their tool and its input, which one test of its own checks. */
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
    ["shell", { command: ["bash", "-lc", "rm -rf /"] }, [{ kind: "command", text: "bash -lc rm -rf /" }]],
    ["Read", { file_path: "/work/shop/.env" }, [{ kind: "tool", text: "/work/shop/.env", file: ".env" }]],
    ["WebFetch", { url: "https://example.com", prompt: "Read" }, [{ kind: "tool", text: "https://example.com\nRead" }]],
    ["mcp__db__query", { command: "DROP", deep: [{ a: "1", b: 2 }] }, [{ kind: "tool", text: "DROP\n1" }]],
  ])("is read before %s", (tool, input, subjects) => {
    expect(subjectsOf(claude(tool, input))).toEqual(subjects);
  });

  it("has the tool and its input with each text of the call, and the tool with its result", () => {
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

  it("has file paths relative to the given root, or to its own project directory", () => {
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
      [{ kind: "result", text: "A=1", file: ".env" }],
    ],
    [{ hook_event_name: "afterAgentResponse", text: "Done" }, [{ kind: "response", text: "Done" }]],
    [
      { hook_event_name: "afterShellExecution", command: "cat a", output: "text", duration: 1 },
      [
        { kind: "command", text: "cat a" },
        { kind: "result", text: "text" },
      ],
    ],
    [{ hook_event_name: "afterMCPExecution", tool_name: "q", result_json: "[1]" }, [{ kind: "result", text: "[1]" }]],
    [{ hook_event_name: "stop", status: "completed", loop_count: 0 }, []],
    [{ hook_event_name: "preToolUse", tool_name: "Shell", tool_input: { command: "ls" } }, [{ kind: "command", text: "ls" }]],
  ])("$hook_event_name", (payload, subjects) => {
    expect(subjectsOf(payload)).toEqual(subjects);
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
      { numRuns: 500 },
    );
  });
});
