import type { ToolHooks, HostSpec } from "../../model/host-spec.ts";
import { exitAnswers } from "../../hook-answers/exit-answers.ts";
import { hasKeys } from "../../hook-answers/payload-marks.ts";

const source = "https://docs.windsurf.com/windsurf/cascade/hooks";

const windsurf: HostSpec = {
  id: "windsurf",
  title: "Windsurf",
  tool: "windsurf",
  ownDialects: ["windsurf", "agents"],
  source,
  recognisedBy: { value: "`agent_action_name`", source, verified: true },
  isMarked: (payload) => hasKeys(payload, "agent_action_name"),
  projectVariables: { value: [], source: "not documented", verified: false },
  events: {
    pre_user_prompt: { deny: true },
    pre_read_code: { deny: true },
    pre_write_code: { deny: true },
    pre_run_command: { deny: true },
    pre_mcp_tool_use: { deny: true },
    post_read_code: {},
    post_write_code: {},
    post_run_command: {},
    post_mcp_tool_use: {},
    post_cascade_response: {},
  },
  tools: {
    command: { value: "`tool_info{command_line, cwd}`", source, verified: true },
    write: { value: "`tool_info{file_path, edits[{old_string, new_string}]}`", source, verified: true },
    read: { value: "`tool_info{file_path}`, which can be a directory; no event for fetches", source, verified: true },
    mcp: { value: "`tool_info{mcp_server_name, mcp_tool_name, mcp_tool_arguments}`", source, verified: true },
  },
  contextLimit: { value: 10_000, source: "it takes no context", verified: true },
  timeLimit: { value: { milliseconds: 60_000, unit: "seconds" }, source: "not documented", verified: false },
  onFailure: { value: { effect: "the call runs" }, source, verified: true },
  silence: "exit code 0",
  trial: { notRun: "It needs a graphical editor and an account." },
  ruleTest: { kind: "export", tool: "windsurf", file: ".devin/rules" },
  limits: [
    "No rule reaches the agent through its hooks: `precept export --to windsurf` writes them to files that it reads.",
    "Its payloads contain unescaped control characters.",
  ],
  print: exitAnswers,
};

export const hooks: ToolHooks<"windsurf"> = { windsurf };
