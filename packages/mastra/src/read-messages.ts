import type { MastraDBMessage } from "@mastra/core/agent";
import { createMessageReader, readText, type Message } from "@precept/middleware";

type Part = MastraDBMessage["content"]["parts"][number];
type ToolPart = Extract<Part, { type: "tool-invocation" }>;

/** Reads messages, and the tool calls in them one by one: Mastra adds the calls of later steps to the same message. */
const readAll = createMessageReader({
  roleOf: (item: MastraDBMessage | ToolPart) => (isToolPart(item) ? "assistant" : roleOf(item)),
  contentOf: (item: MastraDBMessage | ToolPart) => (isToolPart(item) ? undefined : item.content),
  callsOf: (item: MastraDBMessage | ToolPart): unknown => (isToolPart(item) ? item.toolInvocation.args : undefined),
  toolCallsOf: (args, item) => [{ name: isToolPart(item) ? item.toolInvocation.toolName : undefined, arguments: args }],
});

/** Reads the messages of Mastra. */
export function readMessages(messages: readonly MastraDBMessage[]): readonly Message[] {
  return readAll(messages.flatMap((message) => [message, ...message.content.parts.filter(isToolPart)]));
}

/** Returns the text of the messages of the user that the model has not answered yet. */
export function readPrompt(messages: readonly MastraDBMessage[]): string {
  const answered = messages.findLastIndex(({ role }) => role === "assistant");
  return joinTexts(messages.slice(answered + 1).filter(({ role }) => role === "user"));
}

/** Returns the text of the answer of the model. */
export function readAnswer(messages: readonly MastraDBMessage[]): string {
  return joinTexts(messages.filter(({ role }) => role === "assistant"));
}

function joinTexts(messages: readonly MastraDBMessage[]): string {
  const texts = messages.map(({ content }) => readText(content));
  return texts.filter((text) => text !== "").join("\n\n");
}

function isToolPart(item: MastraDBMessage | Part): item is ToolPart {
  return "type" in item && item.type === "tool-invocation";
}

/** Newer versions have further roles, for messages of Mastra itself. */
function roleOf({ role }: MastraDBMessage): Message["role"] {
  return role === "user" || role === "assistant" ? role : "system";
}
