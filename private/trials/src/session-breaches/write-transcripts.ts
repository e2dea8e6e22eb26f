import { toolOf, type AnsweredStep } from "./run-hooks.ts";
import type { Step } from "./generate.ts";

/** The lines of a transcript: of the main agent, and of each subagent. */
export interface Transcript {
  readonly main: readonly string[];
  readonly subagents: ReadonlyMap<string, readonly string[]>;
}

type Call = Extract<Step, { readonly kind: "write" | "command" }>;

/** Writes a session as Claude Code does. */
export function writeClaudeCode(session: string, cwd: string, steps: readonly AnsweredStep[]): Transcript {
  const main: string[] = [];
  const subagents = new Map<string, string[]>();
  let entries = 0;
  for (const { step, at, contexts } of steps) {
    const subagent = "subagent" in step ? step.subagent : undefined;
    const lines = subagent === undefined ? main : (subagents.get(subagent) ?? []);
    if (subagent !== undefined) subagents.set(subagent, lines);
    const add = (entry: object): void => {
      entries += 1;
      const origin = {
        uuid: `${session}-${entries}`,
        sessionId: session,
        cwd,
        timestamp: at,
        isSidechain: subagent !== undefined,
      };
      lines.push(JSON.stringify({ ...origin, ...(subagent !== undefined && { agentId: subagent }), ...entry }));
    };
    const addContexts = (): void => {
      // The contexts of a subagent's hooks are in no transcript.
      if (subagent !== undefined) return;
      for (const { event, text } of contexts) {
        add({ type: "attachment", attachment: { type: "hook_additional_context", content: [text], hookEvent: event } });
      }
    };
    switch (step.kind) {
      case "start":
        addContexts();
        break;
      case "prompt":
        add({ type: "user", message: { role: "user", content: step.text } });
        addContexts();
        break;
      case "compaction":
        add({ type: "system", subtype: "compact_boundary" });
        add({ type: "user", isCompactSummary: true, message: { role: "user", content: "The conversation so far." } });
        addContexts();
        break;
      case "answer":
        add({ type: "assistant", message: { id: `m${entries}`, content: [{ type: "text", text: step.text }] } });
        break;
      case "write":
      case "command": {
        const { tool, input } = toolOf(step);
        add({ type: "assistant", message: { id: `m${entries}`, content: [{ type: "text", text: "Next." }] } });
        add({
          type: "assistant",
          message: { id: `m${entries}`, content: [{ type: "tool_use", id: step.id, name: tool, input }] },
        });
        addContexts();
        add({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: step.id, content: "ok" }] } });
        break;
      }
    }
  }
  return { main, subagents };
}

/** Writes a session as Codex does. It has no subagents: their calls are those of the main agent. */
export function writeCodex(session: string, cwd: string, steps: readonly AnsweredStep[]): Transcript {
  const main: string[] = [];
  let at = "";
  const add = (type: string, payload: object, metadata?: object): void => {
    main.push(
      JSON.stringify({ timestamp: at, ordinal: main.length, type, payload, ...(metadata !== undefined && { metadata }) }),
    );
  };
  for (const one of steps) {
    at = one.at;
    const { step } = one;
    switch (step.kind) {
      case "start":
        add("session_meta", { session_id: session, id: session, cwd });
        break;
      case "prompt":
        add("turn_context", { turn_id: `t${main.length}`, cwd });
        add("response_item", { type: "message", role: "user", content: [{ type: "input_text", text: step.text }] });
        add("event_msg", { type: "user_message", message: step.text });
        break;
      case "compaction":
        add("compacted", { message: "", replacement_history: [] });
        break;
      case "answer":
        add("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text: step.text }] });
        add("event_msg", { type: "agent_message", message: step.text });
        add("event_msg", { type: "task_complete", last_agent_message: step.text });
        break;
      case "write":
      case "command":
        addCodexCall(step, cwd, add);
        break;
    }
    for (const { text } of "subagent" in step ? [] : one.contexts) {
      const kinds = { content_item_kinds: ["hooks.additional_context"] };
      add("response_item", { type: "message", role: "developer", content: [{ type: "input_text", text }] }, kinds);
    }
  }
  return { main, subagents: new Map() };
}

function addCodexCall(step: Call, cwd: string, add: (type: string, payload: object) => void): void {
  if (step.kind === "command") {
    const call = { name: "shell", arguments: JSON.stringify({ command: ["bash", "-lc", step.command] }), call_id: step.id };
    add("response_item", { type: "function_call", ...call });
    const item = { type: "CommandExecution", id: `item-${step.id}`, command: ["bash", "-lc", step.command], exit_code: 0 };
    // The same command again is another one: only its id tells.
    add("event_msg", { type: "item_completed", item: { ...item, id: step.id } });
  } else {
    const patch = [
      "*** Begin Patch",
      `*** Add File: ${step.file}`,
      ...step.content.split("\n").map((line) => `+${line}`),
      "*** End Patch",
    ];
    add("response_item", { type: "custom_tool_call", name: "apply_patch", input: patch.join("\n"), call_id: step.id });
    const changes = { [`${cwd}/${step.file}`]: { type: "add", content: step.content } };
    add("event_msg", { type: "item_completed", item: { type: "FileChange", id: `item-${step.id}`, changes } });
  }
  add("response_item", { type: "function_call_output", call_id: step.id, output: "ok" });
}
