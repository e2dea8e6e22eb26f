import { claudeCanary, claudeEvents, claudeHooks, defineInstall, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"claude"> = defineInstall({
  host: "claude-code",
  title: "Claude Code",
  source: "code.claude.com/docs/en/hooks; HookEvent and onFailure in sdk.d.ts of @anthropic-ai/claude-agent-sdk 0.3.329",
  projectVariable: "CLAUDE_PROJECT_DIR",
  signs: { project: [".claude", "CLAUDE.md", ".mcp.json"], user: [".claude", ".claude.json"] },
  hooks: claudeHooks({
    path: ".claude/settings.json",
    // A command with an exit code other than 0 fires PostToolUseFailure instead of PostToolUse.
    events: [...claudeEvents, "PostToolUseFailure", "SubagentStart", "Stop", "SubagentStop"],
    handler: { onFailure: "block" },
  }),
  // The user's servers are in ~/.claude.json, which Claude Code itself writes all the time.
  mcp: mcpServer({ project: ".mcp.json" }),
  nextSteps: [
    { project: "Start Claude Code in the project and trust the folder." },
    {
      mcp: {
        project: "Approve the MCP server in Claude Code.",
        user: "Add the MCP server: claude mcp add --scope user precept -- precept mcp",
      },
    },
    "Check with /hooks that the hooks are listed.",
  ],
  trust: "Claude Code runs hooks of a project only after you trusted the folder.",
  refusedJson: { extras: ["comments", "a comma before a closing bracket"], effect: "then no hook in it runs" },
  limits: [
    "Start Claude Code in the directory of the project: in a directory below it, the hooks of the project do not run.",
    "`onFailure: block` needs Claude Code 2.1.295 or newer. Older versions run the tool if the hook fails or exceeds its time limit.",
    "Files that a prompt names with @ are read without a hook.",
    "`disableAllHooks` and `allowManagedHooksOnly` in other settings turn the hooks off.",
  ],
  canary: claudeCanary("Bash"),
});
