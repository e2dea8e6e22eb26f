import { isRecord, quoteWord, type Json } from "@precept/core";
import { contentText, listAt, recordAt, textAt, timeOf, type JsonRecord } from "./entry-values.ts";
import { LastTexts } from "./last-text.ts";
import type { EntryReader, TranscriptEvent } from "./transcript-event.ts";

/** Entries and items that say nothing that a record needs. */
const ignored: ReadonlySet<string> = new Set([
  "turn_context",
  "token_usage_record",
  "world_state",
  "event_msg thread_settings_applied",
  "response_item reasoning",
  "event_msg task_started",
  "event_msg token_count",
  "event_msg agent_message",
  "event_msg agent_reasoning",
  "item AgentMessage",
  "item CollabAgentToolCall",
  "item Reasoning",
  "item UserMessage",
]);

/** A text of a user item that Codex wrote, not the user. */
const ownText = /^\s*(?:<(?:environment_context|user_instructions)|# AGENTS\.md)/;

const shells: ReadonlySet<string> = new Set(["shell", "local_shell", "exec_command", "shell_command", "container.exec"]);

type Where = Pick<TranscriptEvent, "at" | "subagent">;

/** Reads transcripts of Codex: `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`. */
export function createCodexReader(): EntryReader {
  return new CodexReader();
}

class CodexReader implements EntryReader {
  readonly #texts = new LastTexts();
  /** The ids of calls, since Codex also reports what a call did. */
  readonly #calls = new Set<string>();
  /** The files of patches whose changes are not reported yet. */
  readonly #patched = new Set<string>();
  #cwd: string | undefined;
  /** The id of the subagent whose transcript it is. Null: the main agent. */
  #subagent: string | null = null;
  /** The last prompt, since Codex reports it twice. */
  #prompt: string | undefined;

  read(entry: JsonRecord): ReturnType<EntryReader["read"]> {
    const type = textAt(entry, "type");
    const payload = recordAt(entry, "payload");
    if (type === undefined || payload === undefined) return undefined;
    const ordinal = entry["ordinal"];
    const read = { ordinal: typeof ordinal === "number" ? ordinal : undefined };
    const cwd = textAt(payload, "cwd");
    if ((type === "session_meta" || type === "turn_context") && cwd !== undefined) this.#cwd = cwd;
    if (type === "session_meta") {
      if (isOfSubagent(payload)) this.#subagent = textAt(payload, "id") ?? null;
      return { ...read, origin: { session: textAt(payload, "session_id") ?? textAt(payload, "id"), cwd }, events: [] };
    }
    const where = { at: timeOf(entry), subagent: this.#subagent };
    const events = this.#eventsOf(type, payload, recordAt(entry, "metadata"), where);
    return { ...read, origin: {}, ...(typeof events === "string" ? { events: [], unknown: events } : { events }) };
  }

  end(): readonly TranscriptEvent[] {
    return this.#texts.takeAll();
  }

  /** @returns the kind of the entry if it is not known. */
  #eventsOf(
    type: string,
    payload: JsonRecord,
    metadata: JsonRecord | undefined,
    where: Where,
  ): readonly TranscriptEvent[] | string {
    const kind = textAt(payload, "type");
    const name = kind === undefined ? type : `${type} ${kind}`;
    switch (name) {
      case "compacted":
        return [{ kind: "compaction", ...where }];
      case "response_item message":
        return this.#message(payload, contentKindsOf(payload, metadata), where);
      case "response_item function_call":
      case "response_item custom_tool_call":
      case "response_item local_shell_call":
        return this.#call(payload, where);
      case "response_item function_call_output":
      case "response_item custom_tool_call_output":
        return resultOf(payload, where);
      case "event_msg user_message":
        return this.#typed(textAt(payload, "message") ?? "", where);
      case "event_msg task_complete": {
        const text = textAt(payload, "last_agent_message");
        if (text !== undefined) this.#texts.drop(this.#subagent);
        return text === undefined ? this.#texts.take(this.#subagent) : [{ kind: "answer", ...where, text }];
      }
      case "event_msg item_completed":
        return this.#completed(recordAt(payload, "item") ?? {}, where);
      default:
        return ignored.has(name) ? [] : name;
    }
  }

  #message(payload: JsonRecord, kinds: Json | undefined, where: Where): readonly TranscriptEvent[] {
    const text = contentText(payload["content"]);
    switch (textAt(payload, "role") ?? "") {
      case "assistant":
        this.#texts.add(this.#subagent, where.at, textAt(payload, "id") ?? "", text);
        return [];
      case "developer": {
        const isContext = Array.isArray(kinds) && kinds.includes("hooks.additional_context");
        return isContext ? [{ kind: "context", ...where, event: "", text }] : [];
      }
      case "user":
        return ownText.test(text) || !isTyped(kinds) ? [] : this.#typed(text, where);
      default:
        return [];
    }
  }

  #typed(text: string, where: Where): readonly TranscriptEvent[] {
    if (text === "" || text === this.#prompt) return [];
    this.#prompt = text;
    // What begins a subagent is not what the user typed.
    if (this.#subagent !== null) return [];
    return [...this.#texts.take(null), { kind: "prompt", ...where, text }];
  }

  #call(payload: JsonRecord, where: Where): readonly TranscriptEvent[] {
    const name = textAt(payload, "name") ?? "local_shell";
    const id = textAt(payload, "call_id") ?? textAt(payload, "id");
    this.#begin(id);
    const input = parseInput(payload["arguments"] ?? payload["input"] ?? payload["action"] ?? null);
    const command = shells.has(name) ? commandOf(input) : undefined;
    const patch = name === "apply_patch" ? patchOf(input) : command;
    for (const file of filesOfPatch(patch ?? "")) this.#patched.add(file);
    const call = { kind: "call", ...where, id, cwd: this.#cwd } as const;
    if (name === "apply_patch" && patch !== undefined) return [{ ...call, tool: "apply_patch", input: { command: patch } }];
    if (command !== undefined) return [{ ...call, tool: "Bash", input: { command } }];
    return [{ ...call, tool: name, input }];
  }

  /** What was done. It is an event only if the transcript lacks the call. */
  #completed(item: JsonRecord, where: Where): readonly TranscriptEvent[] | string {
    const type = textAt(item, "type") ?? "";
    const id = textAt(item, "id") ?? textAt(item, "call_id");
    const isKnown = id !== undefined && this.#calls.has(id);
    const call = { kind: "call", ...where, id, cwd: this.#cwd } as const;
    switch (type) {
      case "CommandExecution": {
        const command = commandOf(item);
        if (isKnown || command === undefined || this.#isPatch(filesOfPatch(command))) return [];
        this.#begin(id);
        return [{ ...call, tool: "Bash", input: { command } }];
      }
      case "FileChange": {
        const changes = Object.entries(recordAt(item, "changes") ?? {});
        const files = changes.map(([file]) => file);
        if (isKnown || changes.length === 0 || this.#isPatch(files)) return [];
        this.#begin(id);
        return [{ ...call, tool: "apply_patch", input: { command: patchFrom(changes) } }];
      }
      case "ContextCompaction":
        return [{ kind: "compaction", ...where }];
      default:
        return ignored.has(`item ${type}`) ? [] : `item ${type}`;
    }
  }

  #begin(id: string | undefined): void {
    this.#texts.drop(this.#subagent);
    this.#prompt = undefined;
    if (id !== undefined) this.#calls.add(id);
  }

  /** Whether a patch whose call was read made a change. Paths are absolute in one and relative in the other. */
  #isPatch(files: readonly string[]): boolean {
    const known = files.map((file) => [...this.#patched].find((one) => file === one || file.endsWith(`/${one}`)));
    if (files.length === 0 || known.includes(undefined)) return false;
    for (const file of known) this.#patched.delete(file ?? "");
    return true;
  }
}

/** Whether the user wrote a message. Older releases name only the kinds of what Codex itself wrote. */
function isTyped(kinds: Json | undefined): boolean {
  return kinds === undefined || (Array.isArray(kinds) && kinds.includes("user.text"));
}

/** A subagent has the session of the main agent, and another thread. */
function isOfSubagent(meta: JsonRecord): boolean {
  return textAt(meta, "thread_source") === "subagent" || recordAt(meta, "source")?.["subagent"] !== undefined;
}

/** What the parts of a message are. Releases of Codex have it in different places. */
function contentKindsOf(payload: JsonRecord, metadata: JsonRecord | undefined): Json | undefined {
  const records = [metadata, recordAt(payload, "metadata"), recordAt(payload, "internal_chat_message_metadata_passthrough")];
  return records.map((record) => record?.["content_item_kinds"]).find((kinds) => kinds !== undefined);
}

function resultOf(payload: JsonRecord, where: Where): readonly TranscriptEvent[] {
  const id = textAt(payload, "call_id");
  if (id === undefined) return [];
  const output = payload["output"];
  const text = isRecord(output) ? contentText(output["content"]) : contentText(output);
  const isError = /^Command blocked by \w+ hook/.test(text) || (isRecord(output) && output["success"] === false);
  return [{ kind: "result", ...where, id, isError, text }];
}

/** The arguments of a call are a text with JSON, or a plain text such as a patch. */
function parseInput(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** A command as one text, as hooks get it: `bash -lc SCRIPT` is the script. */
function commandOf(input: Json): string | undefined {
  if (typeof input === "string") return input;
  if (!isRecord(input)) return undefined;
  const record = input;
  const text = textAt(record, "cmd") ?? textAt(record, "command");
  if (text !== undefined) return text;
  const words = listAt(record, "command").filter((word): word is string => typeof word === "string");
  if (words.length === 0) return undefined;
  const [shell = "", flag = "", script] = words;
  return script !== undefined && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flag)
    ? script
    : words.map(quoteWord).join(" ");
}

function patchOf(input: Json): string | undefined {
  if (typeof input === "string") return input;
  return isRecord(input) ? (textAt(input, "input") ?? textAt(input, "command")) : undefined;
}

/** The files that a patch names. */
function filesOfPatch(text: string): readonly string[] {
  return [...text.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, file = ""]) => file.trim());
}

/** Writes reported changes as a patch, which is what a hook gets. */
function patchFrom(changes: readonly (readonly [string, Json])[]): string {
  const parts = changes.flatMap(([file, value]): readonly string[] => {
    const change = isRecord(value) ? value : {};
    const type = textAt(change, "type");
    if (type === "delete") return [`*** Delete File: ${file}`];
    const content = textAt(change, "content");
    if (type === "add") {
      const lines = content?.split("\n").map((line) => `+${line}`) ?? diffLines(textAt(change, "unified_diff"));
      return [`*** Add File: ${file}`, ...lines];
    }
    const moved = textAt(change, "move_path");
    return [
      `*** Update File: ${file}`,
      ...(moved === undefined ? [] : [`*** Move to: ${moved}`]),
      ...diffLines(textAt(change, "unified_diff")),
    ];
  });
  return ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
}

function diffLines(diff = ""): readonly string[] {
  return diff.split("\n").flatMap((line) => (/^(?:---|\+\+\+) /.test(line) ? [] : [line.startsWith("@@") ? "@@" : line]));
}
