import { runHook } from "@precept/agent-hooks";
import type { Workspace } from "@precept/workspace";
import type { GeneratedSession, Step } from "./generate.ts";

/** A step, and what the hooks added to the conversation at it. */
export interface AnsweredStep {
  readonly step: Step;
  readonly at: string;
  readonly contexts: readonly { readonly event: string; readonly text: string }[];
}

/** Runs the hooks of Claude Code for each step of a session. */
export async function runHooks(
  workspace: Workspace,
  { id, steps }: GeneratedSession,
  clock: () => number,
): Promise<readonly AnsweredStep[]> {
  const answered: AnsweredStep[] = [];
  for (const step of steps) {
    const now = clock();
    const contexts: { event: string; text: string }[] = [];
    for (const fields of payloadsOf(step)) {
      const payload = { session_id: id, prompt_id: "p", cwd: workspace.root, ...fields };
      const { stdout } = await runHook(JSON.stringify(payload), {
        host: "claude-code",
        open: async () => workspace,
        env: {},
        cwd: workspace.root,
        now: () => now,
        deadline: 60_000,
      });
      const text = contextIn(stdout);
      if (text !== undefined) contexts.push({ event: fields.hook_event_name, text });
    }
    answered.push({ step, at: new Date(now).toISOString(), contexts });
  }
  return answered;
}

type Payload = Readonly<Record<string, unknown>> & { readonly hook_event_name: string };

function payloadsOf(step: Step): readonly Payload[] {
  switch (step.kind) {
    case "start":
      return [{ hook_event_name: "SessionStart", source: "startup" }];
    case "compaction":
      return [
        { hook_event_name: "PreCompact", trigger: "auto" },
        { hook_event_name: "SessionStart", source: "compact" },
      ];
    case "prompt":
      return [{ hook_event_name: "UserPromptSubmit", prompt: step.text }];
    case "answer":
      return [{ hook_event_name: "Stop", last_assistant_message: step.text }];
    case "write":
    case "command": {
      const { tool, input } = toolOf(step);
      const call = {
        tool_name: tool,
        tool_input: input,
        tool_use_id: step.id,
        ...(step.subagent !== undefined && { agent_id: step.subagent }),
      };
      return [
        { hook_event_name: "PreToolUse", ...call },
        { hook_event_name: "PostToolUse", ...call, tool_response: {} },
      ];
    }
  }
}

/** The tool of a call in Claude Code. */
export function toolOf(step: Extract<Step, { readonly kind: "write" | "command" }>) {
  return step.kind === "write"
    ? { tool: "Write", input: { file_path: step.file, content: step.content } }
    : { tool: "Bash", input: { command: step.command } };
}

function contextIn(stdout: string): string | undefined {
  if (stdout === "") return undefined;
  const { hookSpecificOutput: output } = JSON.parse(stdout) as {
    readonly hookSpecificOutput?: { readonly additionalContext?: string };
  };
  return output?.additionalContext;
}
