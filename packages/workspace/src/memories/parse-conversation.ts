import { isRecord } from "@precept/core";
import type { ParsedEntry } from "./imported-memory.ts";
import { parseTextEntries } from "./parse-text-entries.ts";
import { timeOf } from "./time-of.ts";

type Message = Readonly<Record<string, unknown>>;

interface Conversation {
  /** The messages by id, each with the ids of its answers. */
  readonly mapping: Readonly<Record<string, unknown>>;
  readonly create_time?: unknown;
}

/** Whether a value is a conversation of ChatGPT's data export. */
export function isConversation(value: unknown): value is Conversation {
  return isRecord(value) && isRecord(value["mapping"]);
}

/**
 * Finds what ChatGPT saved as memories in a conversation: the messages that the model sent to its tool `bio`, the memories that a message
 * repeats, and what the user wrote under "custom instructions". The data export has no list of the memories themselves.
 */
export function parseConversation({ mapping, create_time: started }: Conversation, path: string): readonly ParsedEntry[] {
  return Object.values(mapping).flatMap((node): readonly ParsedEntry[] => {
    const message = messageOf(node);
    const content: unknown = message?.["content"];
    if (message === undefined || !isRecord(content)) return [];
    const createdAt = timeOf(message["create_time"] ?? started);
    const time = createdAt === undefined ? {} : { createdAt };
    if (message["recipient"] === "bio") {
      const text = textOf(content);
      if (/^forget\b/i.test(text)) return ["forget"];
      return [isRefused(node, mapping) ? "unsaved" : { content: text, ...time, files: [path] }];
    }
    const { content_type: type, model_set_context: known } = content;
    if (type === "model_editable_context" && typeof known === "string") return parseTextEntries(known, path);
    const instructions = type === "user_editable_context" ? instructionsOf(message, content) : "";
    return instructions === "" ? [] : [{ content: instructions, category: "preference", ...time, files: [path] }];
  });
}

function messageOf(node: unknown): Message | undefined {
  const message: unknown = isRecord(node) ? node["message"] : undefined;
  return isRecord(message) ? message : undefined;
}

function textOf({ parts, text }: Message): string {
  const all: readonly unknown[] = Array.isArray(parts) ? parts : [text];
  return all
    .filter((part) => typeof part === "string")
    .join("\n")
    .trim();
}

/** Whether the tool answered something else than that it saved the memory. */
function isRefused(node: unknown, mapping: Conversation["mapping"]): boolean {
  const ids: unknown = isRecord(node) ? node["children"] : undefined;
  const answers = (Array.isArray(ids) ? ids : []).map((id: unknown) => messageOf(mapping[String(id)]));
  return answers.some((answer) => {
    const { author, content } = answer ?? {};
    return isRecord(author) && author["name"] === "bio" && isRecord(content) && !/updated/i.test(textOf(content));
  });
}

/** What the user wrote about how to answer. In the text of the message it is between fences. */
function instructionsOf({ metadata }: Message, { user_instructions: quoted }: Message): string {
  const given: unknown = isRecord(metadata) ? metadata["user_context_message_data"] : undefined;
  const written: unknown = isRecord(given) ? given["about_model_message"] : undefined;
  if (typeof written === "string") return written.trim();
  const [, fenced] = /```([^]*)```/.exec(typeof quoted === "string" ? quoted : "") ?? [];
  return (fenced ?? "").trim();
}
