import { claudeHooks, defineInstall } from "../../install-files/define-install.ts";
import { textMark } from "../../install-files/precept-command.ts";
import type { HostFile, ToolInstall } from "../../model/install-spec.ts";

const dir = ".agents/plugins/precept";

const plugin: HostFile = {
  path: `${dir}/plugin.json`,
  content: {
    kind: "text",
    text: `${JSON.stringify({ name: "precept", version: "1.0.0", description: textMark }, null, 2)}\n`,
  },
};

const hooks = claudeHooks({ path: `${dir}/hooks/hooks.json`, handler: { on_failure: "block" }, isOwnFile: true });

export const install: ToolInstall<"goose"> = defineInstall({
  host: "goose",
  title: "Goose",
  source: "block/goose crates/goose/src/hooks/mod.rs, documentation/docs/guides/context-engineering/hooks.md",
  signs: { project: [".goosehints", ".agents/plugins"], user: [".config/goose"] },
  hooks: (context) => [plugin, ...hooks(context)],
  nextSteps: [
    { mcp: "Add the MCP server with `goose configure`: Add Extension, Command-line Extension, command `precept mcp`." },
  ],
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
});
