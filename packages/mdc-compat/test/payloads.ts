import type { HostTools, ToolShape } from "@precept/agent-actions";
import type { DialectId, HostOf } from "../src/tools.ts";

/** The project directory in the payloads. */
export const projectDir = "/work/shop";

export type Fields = Readonly<Record<string, unknown>>;

/** How the payloads of a host look: an event with a tool call, a prompt, an answer. */
export interface Envelope {
  readonly tool: (when: "before" | "after", call: ToolShape, result?: string) => readonly object[];
  /** Undefined: the host has no such event. */
  readonly prompt?: (text: string) => object;
  readonly response?: (text: string) => object;
}

/** What one agent sends to its hooks, for tests. */
export interface HostPayloads {
  readonly envelope: Envelope;
  /** Its tools, as the reference lists them. */
  readonly tools: HostTools;
  /** The start of a session and of a compaction, if it has such events. */
  readonly session: readonly object[];
}

/** The payloads of the agents of one tool: `test/payloads.ts` in its folder. */
export type ToolPayloads<Id extends DialectId> = Readonly<Record<HostOf<Id>, HostPayloads>>;

/** For an agent without such a tool. */
export const noTools = (): readonly ToolShape[] => [];

export const claudeBase: Fields = { session_id: "s1", transcript_path: "/home/me/t.jsonl", cwd: projectDir };

/** Hosts with the payloads of Claude Code, with further fields. */
export function claudeEnvelope(more: Fields = {}, resultKey = "tool_response"): Envelope {
  const base = { ...claudeBase, ...more };
  return {
    tool: (when, { tool, input }, result) => [
      {
        ...base,
        hook_event_name: when === "before" ? "PreToolUse" : "PostToolUse",
        tool_name: tool,
        tool_input: input,
        tool_use_id: "t1",
        ...(when === "after" && { [resultKey]: result }),
      },
    ],
    prompt: (text) => ({ ...base, hook_event_name: "UserPromptSubmit", prompt: text }),
    response: (text) => ({ ...base, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: text }),
  };
}

/** Prints a patch that adds a file. */
export function printAddPatch(path: string, content: string): string {
  return ["*** Begin Patch", `*** Add File: ${path}`, ...content.split("\n").map((line) => `+${line}`), "*** End Patch"].join(
    "\n",
  );
}

/** Prints a patch that replaces lines of a file. */
export function printUpdatePatch(path: string, old: string, text: string): string {
  const lines = [...old.split("\n").map((line) => `-${line}`), ...text.split("\n").map((line) => `+${line}`)];
  return ["*** Begin Patch", `*** Update File: ${path}`, "@@", ...lines, "*** End Patch"].join("\n");
}
