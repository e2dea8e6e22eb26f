import { isRecord, normalisePath, type Json } from "@precept/core";
import type { PolicyContext, Subject } from "../model/subject.ts";
import { joinStrings, recordAt, stringAt, type JsonRecord } from "./json-values.ts";
import { readToolInput } from "./tool-input.ts";

/** A hook payload, converted to what policies check. */
export interface HookPayload {
  /** The event under the agent's own name: `PreToolUse`, `beforeShellExecution`. */
  readonly event: string;
  readonly tool?: string;
  /** The texts to check. A tool can change several files or ranges in one call. */
  readonly subjects: readonly Subject[];
  /** Values for `context_filter`: `event`, `tool`, `agent_type`, `permission_mode`. */
  readonly context: PolicyContext;
}

/**
 * Reads a hook payload of Claude Code, Cursor or an agent with a compatible format.
 *
 * @param root the directory that file paths become relative to. Default: the project directory in the payload.
 * @returns undefined if the value is not a hook payload. A payload without text to check has no subjects.
 *
 * @example
 * ```ts
 * import { readHookPayload } from "@precept/governance";
 *
 * const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "sudo reboot" } };
 * const subjects = readHookPayload(payload)?.subjects; // [{ kind: "command", text: "sudo reboot" }]
 * ```
 */
export function readHookPayload(payload: unknown, root?: string): HookPayload | undefined {
  if (!isRecord(payload)) return undefined;
  const record = payload as JsonRecord;
  const event = stringAt(record, "hook_event_name");
  if (event === undefined) return undefined;
  const tool = stringAt(record, "tool_name");
  const base = root ?? projectRootOf(record);
  const withRelativePath = (subject: Subject): Subject =>
    subject.file === undefined ? subject : { ...subject, file: normalisePath(subject.file, base) };
  const context = {
    event,
    tool,
    agent_type: stringAt(record, "agent_type"),
    permission_mode: stringAt(record, "permission_mode"),
  };
  return {
    event,
    ...(tool !== undefined && { tool }),
    subjects: subjectsOf(record, event, tool).map(withRelativePath),
    context: Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined)) as PolicyContext,
  };
}

function projectRootOf(payload: JsonRecord): string | undefined {
  const roots = payload["workspace_roots"];
  const [first] = Array.isArray(roots) ? (roots as readonly Json[]) : [];
  return typeof first === "string" ? first : stringAt(payload, "cwd");
}

type SubjectReader = (payload: JsonRecord) => readonly Subject[];

/** Readers for the events whose payload has no tool name and tool input. */
const readers: Readonly<Record<string, SubjectReader>> = {
  UserPromptSubmit: (payload) => subjectOf("prompt", stringAt(payload, "prompt")),
  beforeSubmitPrompt: (payload) => subjectOf("prompt", stringAt(payload, "prompt")),
  Stop: (payload) => subjectOf("response", stringAt(payload, "last_assistant_message")),
  SubagentStop: (payload) => subjectOf("response", stringAt(payload, "last_assistant_message")),
  afterAgentResponse: (payload) => subjectOf("response", stringAt(payload, "text")),
  beforeShellExecution: (payload) => subjectOf("command", stringAt(payload, "command")),
  afterShellExecution: (payload) => [
    ...subjectOf("command", stringAt(payload, "command")),
    ...subjectOf("result", stringAt(payload, "output")),
  ],
  afterMCPExecution: (payload) => subjectOf("result", stringAt(payload, "result_json")),
  afterFileEdit: (payload) => readToolInput("afterFileEdit", payload),
  beforeReadFile: (payload) => {
    const file = stringAt(payload, "file_path");
    return [{ kind: "result", text: stringAt(payload, "content") ?? "", ...(file !== undefined && { file }) }];
  },
};

function subjectsOf(payload: JsonRecord, event: string, tool: string | undefined): readonly Subject[] {
  const reader = Object.hasOwn(readers, event) ? readers[event] : undefined;
  if (reader !== undefined) return reader(payload);
  if (tool === undefined) return [];
  const given = recordAt(payload, "tool_input") ?? {};
  const input = readToolInput(tool, given).map((subject) => ({ ...subject, tool, input: given }));
  // A tool that writes a file returns the text that it was given.
  const writesFile = input.some(({ kind }) => kind === "file");
  const result = payload["tool_response"] ?? payload["tool_output"];
  return result === undefined || writesFile
    ? input
    : [...input, ...subjectOf("result", joinStrings(result)).map((subject) => ({ ...subject, tool }))];
}

function subjectOf(kind: NonNullable<Subject["kind"]>, text: string | undefined): readonly Subject[] {
  return text === undefined || text === "" ? [] : [{ kind, text }];
}
