import type { SubjectKind } from "@precept/contract/values";
import { isRecord, withoutUndefined } from "@precept/core";
import type { PolicyContext, Subject } from "../model/subject.ts";
import type { CallOutcome } from "../sequences/events.ts";
import { readCallOutcome } from "./call-outcome.ts";
import type { HookEventKind } from "./events.ts";
import { joinStrings, stringAt, type JsonRecord } from "./json-values.ts";
import { readPayloadFields, type PayloadFields } from "./payload-fields.ts";
import { relativePath, type PathBase } from "./payload-paths.ts";
import type { ToolClass } from "./tool-classes.ts";
import { readToolInput, type ReadToolCall } from "./tool-input.ts";

/** A hook payload, converted to the subjects that policies check. */
export interface HookPayload extends Omit<PayloadFields, "input" | "result" | "response"> {
  readonly toolClass?: ToolClass;
  /** Whether the tool is unknown, so that its input was read as every kind of text that it could be. Default false. */
  readonly isUnknownTool?: boolean;
  /** The texts to check. A tool can change several files or ranges in one call. */
  readonly subjects: readonly Subject[];
  /** The files that the tool reads or changes, relative to the root. */
  readonly files: readonly string[];
  /** Values for `context_filter`: `event`, `tool`, `agent_type`, `permission_mode`, `session`. */
  readonly context: PolicyContext;
  /** How the call ended. Undefined before the call, or if the host does not report it. */
  readonly outcome?: CallOutcome;
  /** Why the payload does not show what the call does. A caller that runs before the tool denies the call. */
  readonly problem?: string;
}

/**
 * Reads a hook payload of one of the supported coding agents: Claude Code, Cursor, Codex, Copilot CLI, VS Code, Gemini
 * CLI, Qwen Code, Windsurf, Cline, OpenCode, Kiro, Droid, Goose, Amp, Augment, OpenHands, or an agent with a compatible
 * format.
 *
 * @param root the directory that file paths become relative to. Default: the project directory in the payload.
 * @returns undefined if the value is not a hook payload. A payload without text to check has no subjects.
 *
 * @example
 * ```ts
 * import { readHookPayload } from "@precept/governance";
 *
 * const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "sudo reboot" } };
 * const [subject] = readHookPayload(payload)?.subjects ?? [];
 * console.log(subject?.kind, subject?.text); // command sudo reboot
 * ```
 */
export function readHookPayload(payload: unknown, root?: string): HookPayload | undefined {
  if (!isRecord(payload)) return undefined;
  const record = payload as JsonRecord;
  const fields = readPayloadFields(record);
  if (fields === undefined) return undefined;
  const { event, kind, tool, prompt, session, subagent, toolUse, cwd, roots } = fields;
  const base = { root: root ?? roots[0] ?? cwd, cwd: cwd ?? roots[0] };
  const call = tool === undefined || !isToolEvent(kind) ? undefined : readToolInput(tool, fields.input, /mcp/i.test(event));
  const subjects = [...(call?.subjects ?? []), ...otherSubjects(fields, call)];
  const problem = call?.problem ?? (tool === undefined ? "it names no tool" : undefined);
  return {
    event,
    kind,
    roots,
    ...withoutUndefined({ tool, session, subagent, toolUse, cwd, outcome: readCallOutcome(record, fields) }),
    ...(call !== undefined && { toolClass: call.tool.class, isUnknownTool: call.tool.isUnknown }),
    subjects: subjects.filter(isCheckable).map((subject) => withRelativePath(subject, base)),
    files: (call?.paths ?? []).map((path) => relativePath(path, base)),
    context: contextOf(record, fields),
    ...(kind === "prompt" && prompt !== undefined && { prompt }),
    ...(kind === "beforeTool" && problem !== undefined && { problem }),
  };
}

function isToolEvent(kind: HookEventKind): boolean {
  return kind === "beforeTool" || kind === "afterTool";
}

function contextOf(payload: JsonRecord, { event, tool, session }: PayloadFields): PolicyContext {
  return withoutUndefined({
    event,
    tool,
    agent_type: stringAt(payload, "agent_type") ?? stringAt(payload, "subagent_type"),
    permission_mode: stringAt(payload, "permission_mode"),
    session,
  });
}

/** Whether policies can check a subject: its text, its file, or at least the name of its tool. */
function isCheckable({ text, file, tool }: Subject): boolean {
  return text !== "" || file !== undefined || tool !== undefined;
}

function withRelativePath(subject: Subject, base: PathBase): Subject {
  return subject.file === undefined ? subject : { ...subject, file: relativePath(subject.file, base) };
}

/** The texts other than the input of a tool: its result, the prompt, the answer of the agent. */
function otherSubjects(
  { kind, event, result, prompt, response, input }: PayloadFields,
  call: ReadToolCall | undefined,
): readonly Subject[] {
  if (kind === "prompt") return subjectOf("prompt", prompt);
  if (kind === "response") return subjectOf("response", response);
  if (call === undefined) return kind === "afterTool" && result !== undefined ? subjectOf("result", joinStrings(result)) : [];
  // A tool that writes a file returns the text of its input.
  const writesFile = call.subjects.some((subject) => subject.kind === "file");
  if (result === undefined || (writesFile && call.tool.class !== "mcp")) return [];
  if (kind === "beforeTool" && !event.startsWith("before")) return [];
  const file = call.tool.class === "read" ? stringAt(input ?? {}, "file_path") : undefined;
  return subjectOf("result", joinStrings(result)).map((subject) => ({
    ...subject,
    ...(file !== undefined && { file }),
    tool: call.tool.name,
  }));
}

function subjectOf(kind: SubjectKind, text: string | undefined): readonly Subject[] {
  return text === undefined || text === "" ? [] : [{ kind, text }];
}
