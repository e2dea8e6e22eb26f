import type { ToolInstall, InstallSpec } from "../../model/install-spec.ts";
import { claudeCanary, claudeHooks, mcpServer } from "../../install-files/claude-shape.ts";

const qwen: InstallSpec = {
  title: "Qwen Code",
  source: "QwenLM/qwen-code docs/users/features/hooks.md, packages/core/src/hooks/hookRunner.ts",
  isVerified: true,
  agent: "qwen",
  signs: { project: [".qwen", "QWEN.md"], user: [".qwen"] },
  hooks: (context) => [
    claudeHooks(context, {
      agent: "qwen",
      path: ".qwen/settings.json",
      events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
      timeout: 30_000,
      handler: { name: "precept" },
    }),
  ],
  mcp: (context) => [mcpServer(context, ".qwen/settings.json")],
  nextSteps: ({ level }) => (level === "project" ? ["Trust the folder in Qwen Code, if it asks."] : []),
  limits: ["Qwen Code has no setting that closes when a hook fails: the tool runs."],
  canary: (command, cwd) => claudeCanary("run_shell_command", command, cwd),
};

export const install: ToolInstall<"qwen"> = { qwen };
