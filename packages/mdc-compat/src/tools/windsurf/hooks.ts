import { exitAnswers } from "../../hook-answers/answers.ts";
import { defineHost, undocumented } from "../../hook-answers/define-host.ts";
import { hasKeys } from "../../hook-answers/payload-marks.ts";
import type { ToolHooks } from "../../model/host-spec.ts";

const source = "https://docs.windsurf.com/windsurf/cascade/hooks";

export const hooks: ToolHooks<"windsurf"> = defineHost({
  id: "windsurf",
  title: "Windsurf",
  ownDialects: ["windsurf", "agents"],
  source,
  recognisedBy: "`agent_action_name`",
  isMarked: (payload) => hasKeys(payload, "agent_action_name"),
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
    command: "`tool_info{command_line, cwd}`",
    write: "`tool_info{file_path, edits[{old_string, new_string}]}`",
    read: "`tool_info{file_path}`, which can be a directory; no event for fetches",
    mcp: "`tool_info{mcp_server_name, mcp_tool_name, mcp_tool_arguments}`",
  },
  contextLimit: { value: 10_000, source: "it takes no context" },
  timeLimit: undocumented({ milliseconds: 60_000, unit: "seconds" }),
  onFailure: { effect: "the call runs" },
  silence: "exit code 0",
  trial: { notRun: "It needs a graphical editor and an account." },
  ruleTest: { kind: "export", tool: "windsurf", file: ".devin/rules" },
  limits: [
    "No rule reaches the agent through its hooks: `precept export --to windsurf` writes them to files that it reads.",
    "Its payloads contain unescaped control characters.",
  ],
  print: exitAnswers,
});
