import type { ToolInstall, InstallContext, InstallSpec } from "../../model/install-spec.ts";
import { claudeHooks, mcpServer } from "../../install-files/claude-shape.ts";
import { textMark } from "../../install-files/text-mark.ts";
import { printShellLine } from "../../install-files/precept-command.ts";

const script = ({ isWindows }: InstallContext): string => `.augment/hooks/precept-hook${isWindows ? ".ps1" : ".sh"}`;

const augment: InstallSpec = {
  title: "Augment (Auggie)",
  source: "docs.augmentcode.com/cli/hooks; git-ai-project/git-ai#2351; stablyai/orca#16287",
  isVerified: false,
  agent: "augment",
  signs: { project: [".augment"], user: [".augment"] },
  // Augment runs the path of a program, without arguments.
  hooks: (context) => [
    {
      path: script(context),
      content: {
        kind: "text",
        text: context.isWindows
          ? `# ${textMark}\n$input | ${printShellLine(context.command, ["hook", "augment"], { shell: "powershell" })}\nexit $LASTEXITCODE\n`
          : `#!/bin/sh\n# ${textMark}\nexec ${printShellLine(context.command, ["hook", "augment"])}\n`,
        isExecutable: !context.isWindows,
      },
    },
    claudeHooks(context, {
      agent: "augment",
      path: ".augment/settings.json",
      events: ["SessionStart", "PreToolUse", "PostToolUse"],
      matchers: { PreToolUse: ".*", PostToolUse: ".*" },
      timeout: 30_000,
      commandLine: `${context.base}/${script(context)}`,
    }),
  ],
  mcp: (context) => [mcpServer(context, ".augment/settings.json")],
  nextSteps: ({ level }) =>
    level === "project"
      ? ["The settings name the hook by its absolute path. Do not commit them: other machines have other paths."]
      : [],
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
};

export const install: ToolInstall<"augment"> = { augment };
