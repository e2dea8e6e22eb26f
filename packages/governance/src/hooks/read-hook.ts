import { normalisePath, type Json } from "@precept/core";
import type { PolicyContext, Subject } from "../model/subject.ts";
import { isRecord, recordAt, textAt, textsIn, type JsonRecord } from "./json-record.ts";
import { readToolInput } from "./tool-input.ts";

/** What an agent's hook was told of, as policies see it. */
export interface HookReading {
  /** As the agent calls it: `PreToolUse`, `beforeShellExecution`. */
  readonly event: string;
  readonly tool?: string;
  /** Everything that is to be checked: a tool may change several places at once. */
  readonly subjects: readonly Subject[];
  /** `event`, `tool`, `agent_type`, `permission_mode`: what policies may ask for. */
  readonly context: PolicyContext;
}

/**
 * Reads the payload of a hook of Claude Code or Cursor, or of an agent that speaks like them.
 *
 * @param root what file paths are to be relative to. Default: what the payload says of the project.
 * @returns undefined for what is no payload. A payload about which there is nothing to check has no subjects.
 */
export function readHookPayload(payload: unknown, root?: string): HookReading | undefined {
  if (!isRecord(payload)) return undefined;
  const event = textAt(payload, "hook_event_name");
  if (event === undefined) return undefined;
  const tool = textAt(payload, "tool_name");
  const base = root ?? rootOf(payload);
  const place = (subject: Subject): Subject =>
    subject.file === undefined ? subject : { ...subject, file: normalisePath(subject.file, base) };
  const told = { event, tool, agent_type: textAt(payload, "agent_type"), permission_mode: textAt(payload, "permission_mode") };
  return {
    event,
    ...(tool !== undefined && { tool }),
    subjects: subjectsOf(payload, event, tool).map(place),
    context: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) as PolicyContext,
  };
}

function rootOf(payload: JsonRecord): string | undefined {
  const roots = payload["workspace_roots"];
  const [first] = Array.isArray(roots) ? (roots as readonly Json[]) : [];
  return typeof first === "string" ? first : textAt(payload, "cwd");
}

type Reader = (payload: JsonRecord) => readonly Subject[];

/** The events whose payload is not about a tool with a name and an input. */
const readers: Readonly<Record<string, Reader>> = {
  UserPromptSubmit: (payload) => say("prompt", textAt(payload, "prompt")),
  beforeSubmitPrompt: (payload) => say("prompt", textAt(payload, "prompt")),
  Stop: (payload) => say("response", textAt(payload, "last_assistant_message")),
  SubagentStop: (payload) => say("response", textAt(payload, "last_assistant_message")),
  afterAgentResponse: (payload) => say("response", textAt(payload, "text")),
  beforeShellExecution: (payload) => say("command", textAt(payload, "command")),
  afterShellExecution: (payload) => [...say("command", textAt(payload, "command")), ...say("result", textAt(payload, "output"))],
  afterMCPExecution: (payload) => say("result", textAt(payload, "result_json")),
  afterFileEdit: (payload) => readToolInput("afterFileEdit", payload),
  beforeReadFile: (payload) => {
    const file = textAt(payload, "file_path");
    return [{ kind: "result", text: textAt(payload, "content") ?? "", ...(file !== undefined && { file }) }];
  },
};

function subjectsOf(payload: JsonRecord, event: string, tool: string | undefined): readonly Subject[] {
  const reader = Object.hasOwn(readers, event) ? readers[event] : undefined;
  if (reader !== undefined) return reader(payload);
  if (tool === undefined) return [];
  const input = readToolInput(tool, recordAt(payload, "tool_input") ?? {});
  // What a tool that writes gives back is what it was given.
  const isWriter = input.some(({ kind }) => kind === "file");
  const result = payload["tool_response"] ?? payload["tool_output"];
  return result === undefined || isWriter ? input : [...input, ...say("result", textsIn(result))];
}

function say(kind: NonNullable<Subject["kind"]>, text: string | undefined): readonly Subject[] {
  return text === undefined || text === "" ? [] : [{ kind, text }];
}
