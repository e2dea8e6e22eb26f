import { claudeCanary, claudeEvents, claudeHooks, defineInstall, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"qwen"> = defineInstall({
  host: "qwen",
  title: "Qwen Code",
  source: "QwenLM/qwen-code docs/users/features/hooks.md, packages/core/src/hooks/hookRunner.ts",
  signs: { project: [".qwen", "QWEN.md"], user: [".qwen"] },
  hooks: claudeHooks({
    path: ".qwen/settings.json",
    events: [...claudeEvents, "PostToolUseFailure", "SubagentStart", "Stop", "SubagentStop"],
    timeout: 30_000,
    handler: { name: "precept" },
  }),
  mcp: mcpServer(".qwen/settings.json"),
  nextSteps: [{ project: "Trust the folder in Qwen Code, if it asks." }],
  refusedJson: { extras: ["a comma before a closing bracket"], effect: "then no hook in it runs" },
  limits: [
    "Qwen Code adds its version to the settings of the project, so that an uninstall leaves a file with it.",
    "Qwen Code has no setting that closes when a hook fails: the tool runs.",
  ],
  canary: claudeCanary("run_shell_command"),
});
