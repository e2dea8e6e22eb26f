import type { ToolInstall, InstallSpec } from "../../model/install-spec.ts";
import { claudeHooks } from "../../install-files/claude-shape.ts";
import { textMark } from "../../install-files/text-mark.ts";

const dir = ".agents/plugins/precept";

const goose: InstallSpec = {
  title: "Goose",
  source: "block/goose crates/goose/src/hooks/mod.rs, documentation/docs/guides/context-engineering/hooks.md",
  isVerified: true,
  agent: "goose",
  signs: { project: [".goosehints", ".agents/plugins"], user: [".config/goose"] },
  hooks: (context) => [
    {
      path: `${dir}/plugin.json`,
      content: {
        kind: "text",
        text: `${JSON.stringify({ name: "precept", version: "1.0.0", description: textMark }, null, 2)}\n`,
      },
    },
    claudeHooks(context, {
      agent: "goose",
      path: `${dir}/hooks/hooks.json`,
      events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
      timeout: 30,
      handler: { on_failure: "block" },
      isOwnFile: true,
    }),
  ],
  mcp: () => [],
  nextSteps: () => ["Add the MCP server with `goose configure`: Add Extension, Command-line Extension, command `precept mcp`."],
  limits: ["Hooks give the model no context; rules arrive over MCP only.", "Goose has no `ask`: the hook denies instead."],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      event: "PreToolUse",
      session_id: "precept-doctor",
      tool_call_id: "precept-doctor",
      tool_name: "developer__shell",
      tool_input: { command },
      working_dir: cwd,
    },
  }),
};

export const install: ToolInstall<"goose"> = { goose };
