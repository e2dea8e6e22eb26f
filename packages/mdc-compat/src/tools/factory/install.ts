import type { ToolInstall, InstallSpec } from "../../model/install-spec.ts";
import { claudeCanary, claudeHooks, mcpServer } from "../../install-files/claude-shape.ts";

const projectVariable = "FACTORY_PROJECT_DIR";

const droid: InstallSpec = {
  title: "Factory Droid",
  source: "Factory-AI/factory docs/reference/hooks-reference.mdx",
  isVerified: true,
  agent: "droid",
  projectVariable,
  signs: { project: [".factory"], user: [".factory"] },
  hooks: (context) => [
    claudeHooks(context, {
      agent: "droid",
      path: ".factory/hooks.json",
      events: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
      matchers: { PreToolUse: "*", PostToolUse: "*" },
      timeout: 30,
      // This file has the events at its top level.
      wrapper: [],
      ...(context.level === "project" && { projectVariable }),
    }),
  ],
  mcp: (context) => [mcpServer(context, ".factory/mcp.json", ["mcpServers"], { type: "stdio" })],
  nextSteps: () => ["Review the hooks in Droid with /hooks: it uses changed hooks only after a review."],
  limits: ["Droid has no setting that closes when a hook fails: the tool runs."],
  canary: (command, cwd) => claudeCanary("Execute", command, cwd),
};

export const install: ToolInstall<"factory"> = { droid };
