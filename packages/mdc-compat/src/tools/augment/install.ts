import { claudeHooks, defineInstall, hookScript, mcpServer } from "../../install-files/define-install.ts";
import type { ToolInstall } from "../../model/install-spec.ts";

export const install: ToolInstall<"augment"> = defineInstall({
  host: "augment",
  title: "Augment (Auggie)",
  source: "docs.augmentcode.com/cli/hooks; git-ai-project/git-ai#2351; stablyai/orca#16287",
  isVerified: false,
  signs: { project: [".augment"], user: [".augment"] },
  // Augment runs the path of a program, without arguments.
  hooks: (context) => {
    const script = hookScript(context, ".augment/hooks/precept-hook", ".sh");
    const settings = claudeHooks({
      path: ".augment/settings.json",
      events: ["SessionStart", "PreToolUse", "PostToolUse"],
      matcher: ".*",
      timeout: 30_000,
      commandLine: `${context.base}/${script.path}`,
    });
    return [script, ...settings(context)];
  },
  mcp: mcpServer(".augment/settings.json"),
  nextSteps: [
    { project: "The settings name the hook by its absolute path. Do not commit them: other machines have other paths." },
  ],
  limits: ["What Augment does when a hook fails is not documented."],
  canary: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      hook_event_name: "PreToolUse",
      conversation_id: "precept-doctor",
      workspace_roots: [cwd],
      tool_name: "launch-process",
      tool_input: { command, cwd },
    },
  }),
});
