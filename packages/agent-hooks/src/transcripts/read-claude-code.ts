import type { Json } from "@precept/core";
import { contentText, listAt, recordAt, recordsAt, textAt, timeOf, type JsonRecord } from "./entry-values.ts";
import { LastTexts } from "./last-text.ts";
import type { EntryReader, ReadEntry, TranscriptEvent } from "./transcript-event.ts";

/** Entries that say nothing about the conversation. */
const ignored: ReadonlySet<string> = new Set(["queue-operation", "last-prompt", "mode"]);

/** The model of an entry that Claude Code itself writes, such as one at a resume or for a failed request. */
const writtenByHost = "<synthetic>";

/** A text of a user entry that a command of the host wrote, not the user. */
const commandText = /^\s*<(?:command-|local-command)/;

/** Reads transcripts of Claude Code: `projects/<directory>/<session>.jsonl`, and of their subagents. */
export function createClaudeCodeReader(): EntryReader {
  const texts = new LastTexts();
  return {
    read(entry) {
      const type = textAt(entry, "type");
      if (type === undefined) return undefined;
      const subagent = textAt(entry, "agentId") ?? (entry["isSidechain"] === true ? "sidechain" : null);
      const origin = { session: textAt(entry, "sessionId"), cwd: textAt(entry, "cwd") };
      const read = { origin, id: textAt(entry, "uuid") };
      const where = { at: timeOf(entry), subagent };
      switch (type) {
        case "user":
          return withEvents(read, userEvents(entry, where, texts));
        case "assistant":
          return withEvents(read, assistantEvents(entry, where, origin.cwd, texts));
        case "attachment":
          return withEvents(read, contextEvents(recordAt(entry, "attachment"), where));
        case "system":
          return { ...read, events: textAt(entry, "subtype") === "compact_boundary" ? [{ kind: "compaction", ...where }] : [] };
        default:
          return ignored.has(type) ? { ...read, events: [] } : { ...read, events: [], unknown: type };
      }
    },
    end: () => texts.takeAll(),
  };
}

type Where = Pick<TranscriptEvent, "at" | "subagent">;

function withEvents(read: Omit<ReadEntry, "events">, events: readonly TranscriptEvent[] | undefined): ReadEntry | undefined {
  return events === undefined ? undefined : { ...read, events };
}

function userEvents(entry: JsonRecord, where: Where, texts: LastTexts): readonly TranscriptEvent[] | undefined {
  const message = recordAt(entry, "message");
  if (message === undefined) return undefined;
  const results = recordsAt(message, "content").filter((block) => block["type"] === "tool_result");
  if (results.length > 0) return results.flatMap((block) => resultEvents(block, where));
  // What begins a subagent, or follows a compaction, is not what the user typed.
  const isTyped = where.subagent === null && entry["isMeta"] !== true && entry["isCompactSummary"] !== true;
  const text = contentText(message["content"]);
  if (!isTyped || text === "" || commandText.test(text)) return [];
  return [...texts.take(null), { kind: "prompt", ...where, text }];
}

function resultEvents(block: JsonRecord, where: Where): readonly TranscriptEvent[] {
  const id = textAt(block, "tool_use_id");
  if (id === undefined) return [];
  return [{ kind: "result", ...where, id, isError: block["is_error"] === true, text: contentText(block["content"]) }];
}

function assistantEvents(
  entry: JsonRecord,
  where: Where,
  cwd: string | undefined,
  texts: LastTexts,
): readonly TranscriptEvent[] | undefined {
  const message = recordAt(entry, "message");
  if (message === undefined || !Array.isArray(message["content"])) return undefined;
  if (message["model"] === writtenByHost) return [];
  return recordsAt(message, "content").flatMap((block): readonly TranscriptEvent[] => {
    const text = textAt(block, "text");
    if (block["type"] === "text" && text !== undefined) texts.add(where.subagent, where.at, textAt(message, "id") ?? "", text);
    const tool = textAt(block, "name");
    if (block["type"] !== "tool_use" || tool === undefined) return [];
    texts.drop(where.subagent);
    const input: Json = block["input"] ?? null;
    return [{ kind: "call", ...where, id: textAt(block, "id"), tool, input, cwd }];
  });
}

/** What hooks added. Other attachments are of no interest. */
function contextEvents(attachment: JsonRecord | undefined, where: Where): readonly TranscriptEvent[] | undefined {
  if (attachment === undefined) return undefined;
  if (attachment["type"] !== "hook_additional_context") return [];
  const content = attachment["content"];
  const text = Array.isArray(content) ? contentText(listAt(attachment, "content")) : contentText(content);
  return text === "" ? [] : [{ kind: "context", ...where, event: textAt(attachment, "hookEvent") ?? "", text }];
}
